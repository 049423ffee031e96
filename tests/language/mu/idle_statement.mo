//! 2: u = 5
//! 2: x = 8 +- 1e-6
model idle_statement
  "a discrete that is given its own value"
  import math;
  Real x;
  discrete Real u(start = 3);
equation
  der(x) = u;
algorithm
  u := u;
  when time > 1 then
    u := u + 2;
  end when;
  annotation(experiment(StopTime = 2, MMO_Solver = QSS2));
end idle_statement;
