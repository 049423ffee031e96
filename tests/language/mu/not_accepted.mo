model not_accepted
  import math;
  parameter Integer N = 10;
  Integer k = 4*N/5;
  Real x(start = 1), y(start = rand(2));
  discrete Real r(start = 0), q(start = 0);
equation
  der(x) = -x;
  der(y) = 0;
algorithm
  when time > 0.5 then
    r := random(3);
    q := rand_int(5);
  end when;
end not_accepted;
