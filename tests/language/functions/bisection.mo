//! 0: r = 1.4142135623730951 +- 1e-9
//! 0: n = 40
model bisection
  function bisect
    input Real c;
    output Real m;
    output Integer n = 0;
  protected
    Real lo = 0;
    Real hi = c;
  algorithm
    while true loop
      m := (lo + hi)/2;
      n := n + 1;
      if n >= 40 then
        break;
      end if;
      if m*m > c then
        hi := m;
      else
        lo := m;
      end if;
    end while;
  end bisect;
  parameter Real c = 2;
  Real r;
  Integer n;
equation
  (r, n) = bisect(c);
end bisection;
