//! 0: y = 1 +- 1e-9
model stops_on_a_value "each loop stops at a value: the series of its function may lose terms"
  function root
    input Real a;
    output Real r = 1;
  algorithm
    while abs(r*r - a) > 1e-10 loop
      r := 0.5*(r + a/r);
    end while;
  end root;
  function rootByBreak
    input Real a;
    output Real r = 1;
  protected
    Real old;
  algorithm
    for k in 1:50 loop
      old := r;
      r := 0.5*(r + a/r);
      if abs(r - old) < 1e-12 then
        break;
      end if;
    end for;
  end rootByBreak;
  function rootByFlag
    input Real a;
    output Real r = 1;
  protected
    Boolean good = false;
  algorithm
    while not good loop
      r := r - (r*r - a)/(2*r);
      if noEvent(abs(r*r - a) < 1e-10) then
        good := true;
      end if;
    end while;
  end rootByFlag;
  function bisect
    input Real a;
    output Real m = 1;
  protected
    Real lo = 0, hi = 10;
  algorithm
    while hi - lo > 1e-9 and not m*m == a loop
      m := (lo + hi)/2;
      if m*m > a then
        hi := m;
      else
        lo := m;
      end if;
    end while;
  end bisect;
  function exponential
    input Real x;
    output Real s = 1;
  protected
    Real term = 1;
    Integer k = 0;
  algorithm
    while abs(term) > 1e-12 loop
      k := k + 1;
      term := term*x/k;
      s := s + term;
    end while;
  end exponential;
  function early
    input Real a;
    output Real r = 1;
  algorithm
    for k in 1:50 loop
      if abs(r*r - a) < 1e-10 then
        return;
      end if;
      r := 0.5*(r + a/r);
    end for;
  end early;
  function through "calls one"
    input Real a;
    output Real r;
  algorithm
    r := early(2*a);
  end through;
  function halve "chooses by a value, with a fixed number of turns"
    input Real a;
    output Real m;
  protected
    Real lo = 0, hi = a + 1;
  algorithm
    for k in 1:40 loop
      m := (lo + hi)/2;
      if m*m > a then
        hi := m;
      else
        lo := m;
      end if;
    end for;
  end halve;
  Real x(start = 1, fixed = true), y;
equation
  der(x) = rootByBreak(x) + rootByFlag(x) + bisect(x) + exponential(x - 1) + through(x) + halve(x);
  y = root(x);
end stops_on_a_value;
