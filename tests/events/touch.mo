// Guards that only touch zero: no event. A root finder that counts a double root as a crossing, or that takes the
// rounding error at the touching point for a sign, reports one; then the mode is wrong for ever. The squares touch
// exactly, from above and from below, the parabola w passes at a distance of 0.001.
model touch
  Real x(start = 0, fixed = true);
  Real w(start = 1.001, fixed = true), v(start = -2, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean above = (x - 1)^2 > 0;
equation
  der(x) = 1;
  der(w) = v;
  der(v) = 2;
  when {(x - 1.5)^2 < 0, w < 0, not above} then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end touch;
