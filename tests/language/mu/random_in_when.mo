//! 5.5: ok = true
//! 5.5: n = 5
model random_in_when
  "five uniform numbers in [2, 3) sum to a number between 10 and 15"
  import math;
  Real x;
  discrete Real nextT(start = 1), n, s;
  Boolean ok = n >= 5 and s >= 10 and s < 15;
equation
  der(x) = s;
algorithm
  when time > nextT then
    nextT := nextT + 1;
    n := n + 1;
    s := s + uniform(2, 3);
  end when;
  annotation(experiment(StopTime = 6, MMO_Solver = QSS2, MMO_RandomSeed = 4711));
end random_in_when;
