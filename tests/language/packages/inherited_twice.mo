//! 1: x[3] = 3
//! 1: y = 14
// A parameter that two bases declare, alike but for its limits, and that is modified as one
model inherited_twice
  partial model A
    parameter Integer m(final min = 3) = 3 "phases" annotation(Evaluate = true);
    parameter Real k(unit = "1", min = 0) = 2;
  end A;
  partial model B
    parameter Integer m(min = 1) = 3 "number of phases";
    parameter Real k(min = -1, unit = "1") = 2;
  end B;
  model C
    extends A;
    extends B;
  end C;
  extends C(k = 7);
  Real x[m] = {i*time for i in 1:m};
  Real y = 2*k;
  annotation(experiment(StopTime = 1));
end inherited_twice;
