//! tol 1e-6 1e-9
//! 2: x = 4 +- 1e-4
//! 2: inTable = 2 +- 1e-6
//! 2: rest = 0.5 +- 1e-6
//! 2: middle = 2 +- 1e-6
//! 2: clip = 5 +- 1e-6
//! 2: fixed = 1.41421356 +- 1e-6
model turns_that_keep_derivatives "no warning: derivatives do not depend on the number of turns"
  function root "a fixed number of turns"
    input Real a;
    output Real r = 1;
  algorithm
    for k in 1:40 loop
      r := 0.5*(r + a/r);
    end for;
  end root;
  function rootTo "it stops at a value of what does not move"
    input Real a, tol;
    output Real r = 1;
  protected
    Real e = 1;
  algorithm
    while e > tol loop
      r := 0.5*(r + a/r);
      e := e/2;
    end while;
  end rootTo;
  function rootOf "of a number that does not move"
    input Real a;
    output Real r = 1;
  algorithm
    while abs(r*r - a) > 1e-10 loop
      r := 0.5*(r + a/r);
    end while;
  end rootOf;
  function search
    input Real u, us[:], ys[:];
    output Real y;
  protected
    Integer k = 1;
    Real left;
  algorithm
    left := us[1];
    while k < size(us, 1) - 1 and u > us[k + 1] loop
      k := k + 1;
      left := us[k];
    end while;
    y := ys[k] + (u - left)*(ys[k + 1] - ys[k])/(us[k + 1] - left);
  end search;
  function remainder
    input Real u, period;
    output Real r;
  algorithm
    r := u;
    while r > period loop
      r := r - period;
    end while;
  end remainder;
  function median
    input Real u[3];
    output Real m;
  protected
    Real v[3], key;
    Integer j;
  algorithm
    v := u;
    for i in 2:3 loop
      key := v[i];
      j := i - 1;
      while j > 0 loop
        if v[j] <= key then
          break;
        end if;
        v[j + 1] := v[j];
        j := j - 1;
      end while;
      v[j + 1] := key;
    end for;
    m := v[2];
  end median;
  function clipped "a choice that only limits"
    input Real u, v[:];
    output Real s = 0, best = 0;
  protected
    Real w;
  algorithm
    for k in 1:size(v, 1) loop
      if u > v[k] then
        w := v[k];
      else
        w := u;
      end if;
      s := s + w*k;
      if w > best then
        best := w;
      end if;
    end for;
  end clipped;
  parameter Real two = 2;
  Real x(start = 1, fixed = true), inTable, rest, middle, fixed, clip;
  discrete Real held(start = 0, fixed = true);
equation
  der(x) = 0.5*root(x) + 0.5*rootTo(x, 1e-9);
  inTable = search(time, {0, 1, 3}, {0, 1, 3});
  rest = remainder(time + 0.5, 1);
  middle = median({time, 0, 5});
  fixed = rootOf(two);
  clip = clipped(time, {1, 3});
  when time > 1 then
    held = rootOf(x);
  end when;
end turns_that_keep_derivatives;
