model derivative_of_an_input
  input Real u;
  Real x;
equation
  x = der(u);
end derivative_of_an_input;
