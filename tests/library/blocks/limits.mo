//! 0.5: limiter.y = 1 +- 1e-9
//! 1.5: limiter.y = -2 +- 1e-9
//! 2.05: limiter.y = 0.4 +- 1e-9
//! 0.5: zone.y = 3 +- 1e-9
//! 0.1: zone.y = 0 +- 1e-9
//! 1.5: zone.y = -3 +- 1e-9
//! 1.5: size.y = 4 +- 1e-9
//! 0.45: two.y = true
//! 0.9: two.y = true
//! 1.2: two.y = false
//! 2.3: two.y = false
//! 2.4: two.y = true
//! 10: count.y = 5 +- 0
//! 0.5: greater.y = true
//! 1.5: greater.y = false
//! 0.3: level.y = false
//! 0.4: level.y = true
//! 10: x = 0 +- 1e-6
model limits "A triangle between -4 and 4 with period 2 through all that bends or switches"
  import Saltus.Blocks.*;
  TimeTable wave(table = [0, 0; 0.5, 4; 1.5, -4; 2.5, 4; 3.5, -4; 4.5, 4; 5.5, -4;
    6.5, 4; 7.5, -4; 8.5, 4; 9.5, -4; 10, 0]);
  Limiter limiter(uMax = 1, uMin = -2);
  DeadZone zone(uMax = 1);
  Abs size;
  Hysteresis two(uLow = -1, uHigh = 3);
  Counter count;
  Constant zero(k = 0);
  Comparator greater;
  RealToBoolean level(threshold = 3);
  Integrator x1;
  Real x = x1.y;
equation
  connect(wave.y, limiter.u);
  connect(wave.y, zone.u);
  connect(wave.y, size.u);
  connect(wave.y, two.u);
  connect(two.y, count.u);
  connect(wave.y, greater.u1);
  connect(zero.y, greater.u2);
  connect(wave.y, level.u);
  connect(zone.y, x1.u);
  annotation(experiment(StopTime = 10));
end limits;
