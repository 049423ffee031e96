//! ends EMODEL
//! says too big
//! 1: x[3] = 3 +- 1e-6
model assert_in_loop
  Real x[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    der(x[i]) = i;
    assert(x[i] < 4, "too big");
  end for;
  annotation(experiment(StopTime = 2));
end assert_in_loop;
