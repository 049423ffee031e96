//! 1: x[3] = 3
model b9 "same parameter, inherited twice, then modified alike"
  partial model A
    parameter Integer m(final min = 1) = 3 "phases" annotation(Evaluate = true);
  end A;
  partial model B
    parameter Integer m(min = 1) = 3 "number of phases";
  end B;
  extends A;
  extends B;
  Real x[m] = {i*time for i in 1:m};
end b9;
