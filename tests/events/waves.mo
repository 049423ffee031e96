// Guards that turn often, or twice within a moment, while all states move slowly. A method whose steps are as long as
// the states allow sees few of these crossings if it only compares the ends of its steps, or a few places inside.
model waves
  Real x(start = 0, fixed = true), y(start = 1, fixed = true);
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true), k(start = 0, fixed = true);
  Integer j(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 0;
  when sin(10 * x) > 0.5 then
    n = pre(n) + 1;
  end when;
  when (x - 2) ^ 2 < 1e-8 * y then
    m = pre(m) + 1;
  end when;
  when cos(7 * x) > 0.99 and (x - 3) * y > 0 then
    k = pre(k) + 1;
  end when;
  when tanh(20 * (x - 3.25)) > 0 then
    j = pre(j) + 1;
  end when;
  annotation(experiment(StopTime = 6.28));
end waves;
