//! tol 1e-4 1e-6
//! 0.5: up = 0
//! 1: up = 1
//! 1: y = 1
//! 4: up = 1
//! 4: down = 1
//! 4: y = 0
//! 7: up = 2
model elsewhen_one_crossing
  "x = sin t crosses 0.5 upwards at pi/6 = 0.5236, downwards at 5 pi/6 = 2.618, again at 2 pi + pi/6 = 6.807"
  import math;
  Real x, v(start = 1);
  discrete Real up, down, y;
equation
  der(x) = v;
  der(v) = -x;
algorithm
  when x > 0.5 then
    up := up + 1;
    y := 1;
  elsewhen x < 0.5 then
    y := 0;
    down := down + 1;
  end when;
initial algorithm
  down := -1;
  annotation(experiment(StopTime = 8, MMO_Solver = QSS3, Tolerance = {1e-4}, AbsTolerance = {1e-6}));
end elsewhen_one_crossing;
