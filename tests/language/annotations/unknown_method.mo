model unknown_method
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(__Saltus_method = "liqs2");
end unknown_method;
