//! tol 1e-5 1e-7
//! 1: pos = 3 +- 1e-4
//! 1: n = 2
//! 3: pos = 13 +- 1e-4
//! 3: n = 3
model continuous_for_if
  "the sum of the positive ones among x, 2x, x - 2"
  Real x(start = 0.0, fixed = true), pos;
  Integer n;
protected
  Real v[3] = {x, 2*x, 4*(x - 2)};
equation
  der(x) = 1;
algorithm
  pos := 0;
  n := 0;
  for i in 1:3 loop
    if v[i] > 0 then
      pos := pos + v[i];
      n := n + 1;
    end if;
  end for;
end continuous_for_if;
