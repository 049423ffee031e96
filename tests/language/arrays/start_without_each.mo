model start_without_each
  Real x[3](start = 1);
equation
  der(x) = zeros(3);
end start_without_each;
