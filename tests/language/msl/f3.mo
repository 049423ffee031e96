//! 2: x = 1 +- 1e-3
model f3 "noEvent: a kink that nothing announces"
  Real x(start = 0, fixed = true);
equation
  der(x) = noEvent(if x < 1 then 1 else -1000*(x - 1));
end f3;
