//! ends EMODEL
//! says outside
model assert_of_a_formula "only x[2] leaves, at 2.5"
  Real x[3](each start = 0, each fixed = true), y(start = 0, fixed = true);
equation
  der(y) = 1;
  for i in 1:3 loop
    der(x[i]) = if i == 2 then 2 else 0;
    assert(x[i] < 5 and x[i] > -5 or y < 1, "outside") annotation(__Saltus_unilateral = true);
  end for;
  annotation(experiment(StopTime = 4));
end assert_of_a_formula;
