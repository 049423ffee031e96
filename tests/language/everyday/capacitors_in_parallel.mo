//! tol 1e-6 1e-8
//! 1: c1.v = 0.5 +- 0.0002
model capacitors_in_parallel
  model C
    parameter Real C = 1;
    Real v, i;
  equation
    C*der(v) = i;
  end C;
  C c1(v(start = 0, fixed = true)), c2;
equation
  c1.v = c2.v;
  c1.i + c2.i = 1;
  annotation(experiment(StopTime = 1));
end capacitors_in_parallel;
