type Volt = Real(unit = "V");
function f
  input Real x;
  output Real y = x;
algorithm
end f;
model plain
  parameter Real a = 1;
  Volt x(start = 1, fixed = true);
equation
  der(x) = -f(a*x);
end plain;
