model open_input
  input Real u;
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
end open_input;
