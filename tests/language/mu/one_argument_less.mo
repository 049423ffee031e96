//! 0: of[1] = 400
//! 0: of[2] = 0
//! 0: of[3] = 3
//! 0: of[4] = 5
//! 0: of[5] = 0 +- 0.15
//! 0: of[6] = 4 +- 0.5
//! 3: hit = false
model one_argument_less
  "normal(s) has the mean 0; rand_int(n, k) is any of 0 .. n - 1 but k"
  import math;
  constant Integer N = 400;
  parameter Integer inside = 0, same = 0, most = 0, free = 0, draw = 0;
  parameter Real mean = 0, spread = 0, z = 0;
  Real t(start = 0), of[6] = {inside, same, most, free, mean, spread};
  discrete Boolean hit(start = false);
initial algorithm
  for i in 1:N loop
    draw := rand_int(4, mod(i, 4));
    inside := inside + (if draw >= 0 and draw < 4 then 1 else 0);
    same := same + (if draw == mod(i, 4) then 1 else 0);
    most := max(most, draw);
    free := max(free, rand_int(6, 9));
    z := normal(2);
    mean := mean + z/N;
    spread := spread + z^2/N;
  end for;
equation
  der(t) = 1;
algorithm
  when t > 1 then
    hit := rand_int(2, 1) == 1;
  end when;
  annotation(experiment(StopTime = 3, MMO_Solver = QSS2, MMO_RandomSeed = 5));
end one_argument_less;
