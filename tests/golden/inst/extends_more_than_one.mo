partial model A
  parameter Real a = 1, both = 3;
  Real x(start = 1);
end A;
partial model B
  parameter Real b = 2, both = 3;
  Real y[2](each start = 4);
equation
  y = {b, 2*b}*time;
end B;
partial model C
  extends A(a = 5, x(fixed = true));
equation
  der(x) = -a*x;
end C;
model both
  extends C(a = c, x(start = 7));
  extends B;
  parameter Real c = 6;
algorithm
  assert(x > 0, "x is not positive");
end both;
