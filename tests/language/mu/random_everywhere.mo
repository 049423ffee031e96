//! 0: starts_ok = true
//! 0: same = true
//! 1: draws_ok = true
//! 1: whole = true
model random_everywhere
  "rand in start values and parameters, random and rand_int in whens and initial algorithms"
  import math;
  constant Integer N = 200;
  parameter Real c = rand(4), k[3] = {rand(1), 10 + rand(1), 20};
  Real x[N](each start = 5 + rand(2)), y(start = random()), z;
  discrete Real r(start = -1), q(start = -1), n(start = rand_int(3));
  discrete Integer i(start = -1);
  Boolean starts_ok = min(x) >= 5 and max(x) < 7 and max(x) - min(x) > 1.5 and y >= 0 and y < 1
    and c >= 0 and c < 4 and k[1] < 1 and k[2] >= 10 and abs(k[3] - 20) < 1e-9 and abs(k[1] - k[2] + 10) > 1e-9;
  Boolean same = abs(x[1] - x[2]) > 1e-9 and abs(z - y) < 1e-9;
  Boolean draws_ok = r >= 0 and r < 3 and q >= 0 and q < 5;
  Boolean whole = abs(q - floor(q)) < 1e-9 and abs(n - floor(n)) < 1e-9 and n < 3 and i >= 0 and i < 7;
equation
  for j in 1:N loop
    der(x[j]) = 0;
  end for;
  der(y) = 0;
  z = y;
algorithm
  when time > 0.5 then
    r := random(3);
    q := rand_int(5);
    i := rand_int(7);
  end when;
  annotation(experiment(StopTime = 1, MMO_Solver = QSS2, MMO_RandomSeed = 3));
end random_everywhere;
