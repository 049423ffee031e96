//! 0.4: fine = 2
//! 0.6: fine = 4
//! 1: r = 0.5 +- 1e-6
model integer_by_while "an Integer of a loop that follows events, beside a Real that moves"
  Real x(start = 0, fixed = true), r;
  Integer fine, n(start = 4, fixed = true);
algorithm
  fine := 0;
  while fine*fine < n loop
    fine := fine + 1;
  end while;
  r := x;
  while r > 1 loop
    r := r - 1;
  end while;
equation
  der(x) = 2.5;
  when time > 0.5 then
    n = 10;
  end when;
end integer_by_while;
