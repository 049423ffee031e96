model discrete_without_equation
  Real x;
  Boolean a;
  discrete Integer n[3];
equation
  der(x) = if a then 1 else 2;
  n[1] = 3;
  n[2] = 4;
end discrete_without_equation;
