//! 0: x = 6
//! 0: y = 9
//! 0: z = 1
// p is assigned, q follows, x starts from q; z is assigned itself
model parameter_from_algorithm
  parameter Real p(fixed = false, start = 1);
  parameter Real q = 2*p;
  Real x(start = q, fixed = true), z(start = q);
  Real y = q + p;
initial algorithm
  p := 3;
  z := 1;
equation
  der(x) = 0;
  der(z) = 0;
end parameter_from_algorithm;
