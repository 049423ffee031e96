//! 0: w = 1
//! 0: r = 0 +- 1e-9
model integer_in_while "Integers that would have to change between events: the compiler warns"
  Integer w;
  Boolean odd;
  Real x(start = 0, fixed = true), r;
  Integer k, fine, n(start = 4, fixed = true);
algorithm
  w := 0;
  odd := false;
  while w*w < 2*x + 1 and w < 10 loop
    w := w + 1;
  end while;
  r := x;
  while r > 1 loop
    r := r - 1;
    odd := not odd;
  end while;
  k := 0;
  while true loop
    if k > x then
      break;
    end if;
    k := k + 1;
  end while;
  fine := 0;
  while fine*fine < n loop
    fine := fine + 1;
  end while;
equation
  der(x) = 2;
  when time > 0.5 then
    n = 10;
  end when;
end integer_in_while;
