//! 5: x = 1.110223e-16 +- 0.001
//! 5: count = 10
//! 5: state = 0
model two_clocks_by_hand
  discrete Integer state(start = 0);
  discrete Real nextT(start = 0.5), count;
  Real x(start = 0);
equation
  der(x) = if state == 1 then 1 else -1;
algorithm
  when time > nextT then
    state := 1 - state;
    nextT := nextT + 0.5;
    count := count + 1;
  elsewhen x < -10 then
    terminate("too low");
  end when;
  annotation(experiment(StopTime = 5, MMO_Solver = LIQSS2));
end two_clocks_by_hand;
