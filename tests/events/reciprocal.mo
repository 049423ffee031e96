// y' = 1/x with a fuel x that is filled up just before it runs out. The edge is approached ten times; a solver that looks
// beyond once divides by zero or, worse, by something negative and integrates on.
model reciprocal
  parameter Real least = 1/64;
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
  Integer fills(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = 1/x;
  when x <= least then
    reinit(x, 1);
    fills = pre(fills) + 1;
  end when annotation(__Saltus_unilateral = true);
  annotation(experiment(StopTime = 10));
end reciprocal;
