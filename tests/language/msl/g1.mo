//! 1: w = -9 +- 1e-9
//! 1: mode = -1
model g1 "initial() in the equation of a Boolean"
  Integer mode(start = 3, fixed = true);
  Boolean startB(start = false, fixed = true);
  Real w(start = -10, fixed = true);
equation
  startB = initial() and w < 0;
  mode = if (pre(mode) == -1 or startB) and w < 0 then -1 else 0;
  der(w) = if mode == -1 then 1 else 0;
end g1;
