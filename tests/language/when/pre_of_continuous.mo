model pre_of_continuous
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
  y = pre(x);
end pre_of_continuous;
