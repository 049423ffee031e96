//! 1: w = -8.77015115293407 +- 1e-3
//! 1: mode = -1
model g2 "the same with the forward direction, too"
  constant Integer Free = 2, Forward = 1, Stuck = 0, Backward = -1, Unknown = 3;
  Integer mode(start = Unknown, fixed = true);
  Boolean startF(start = false, fixed = true), startB(start = false, fixed = true), locked(start = false);
  Real w(start = -10, fixed = true), sa, a, tau;
equation
  startF = pre(mode) == Stuck and (sa > 1 or pre(startF) and sa > 1) or pre(mode) == Backward and w > 1e-10 or initial() and w > 0;
  startB = pre(mode) == Stuck and (sa < -1 or pre(startB) and sa < -1) or pre(mode) == Forward and w < -1e-10 or initial() and w < 0;
  locked = not (pre(mode) == Forward or startF or pre(mode) == Backward or startB);
  a = if locked then 0 else if startF then sa - 1 else if startB then sa + 1 else if pre(mode) == Forward then sa - 1 else sa + 1;
  tau = if locked then sa else if startF then 1 else if startB then -1 else if pre(mode) == Forward then 1 else -1;
  a = 0.5*sin(time) - tau;
  der(w) = a;
  mode = if (pre(mode) == Forward or startF) and w > 0 then Forward else if (pre(mode) == Backward or startB) and w < 0 then Backward else Stuck;
end g2;
