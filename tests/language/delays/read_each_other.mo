// A line without losses, 50 ohms and 1 s long, from 50 ohms to 100 ohms: a wave of half the step, of
// which a third comes back.
//! tol 1e-6 1e-9
//! 0.5: v1 = 0.5 +- 1e-9
//! 0.5: v2 = 0 +- 1e-9
//! 1.5: v2 = 0.6666666667 +- 1e-6
//! 1.5: v1 = 0.5 +- 1e-6
//! 2.5: v1 = 0.6666666667 +- 1e-6
model read_each_other
  parameter Real Z = 50;
  Real v1, i1, v2, i2;
  Real u(start = 0, fixed = true);
equation
  der(u) = if time < 0.1 then 10 else 0;
  v1 = u - 50*i1;
  v2 = -100*i2;
  v1 - Z*i1 = delay(v2 + Z*i2, 1);
  v2 - Z*i2 = delay(v1 + Z*i1, 1);
end read_each_other;
