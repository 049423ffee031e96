//! method liqss2
//! tol 1e-4 1e-6
//! 0.03: ofSpeed.y = 15 +- 1e-9
//! 0.03: m.i = 15 +- 1.5
//! 0.25: m.w = 100 +- 1
//! 0.25: m.i = 2.1 +- 0.6
model drive "H-bridge with a DC machine, a loop for the current inside a loop for the speed"
  import Saltus.Electrical.*;
  import Saltus.Rotational.*;
  import Saltus.Blocks.*;
  ConstantVoltage dc(V = 24);
  IGBT s[4];
  DCMachine m(R = 0.5, L = 2e-3, Km = 0.1, J = 1e-3, b = 1e-4);
  LoadTorque load(load = 0.2, startTime = 0.12);
  SpeedSensor speed;
  CurrentSensor current;
  Constant wanted(k = 100);
  Feedback e1, e2;
  PI ofSpeed(k = 0.5, Ti = 0.05, yMax = 15), ofCurrent(k = 0.05, Ti = 4e-3, yMax = 1);
  PWM pwm(f = 2000, low = -1);
  Not other;
  Ground g;
equation
  connect(dc.p, s[1].p);
  connect(dc.p, s[2].p);
  connect(s[1].n, s[3].p);
  connect(s[2].n, s[4].p);
  connect(s[3].n, dc.n);
  connect(s[4].n, dc.n);
  connect(dc.n, g.p);
  connect(s[1].n, current.p);
  connect(current.n, m.p);
  connect(m.n, s[2].n);
  connect(m.flange, load.flange);
  connect(m.flange, speed.flange);
  connect(wanted.y, e1.u1);
  connect(speed.w, e1.u2);
  connect(e1.y, ofSpeed.u);
  connect(ofSpeed.y, e2.u1);
  connect(current.i, e2.u2);
  connect(e2.y, ofCurrent.u);
  connect(ofCurrent.y, pwm.u);
  connect(pwm.y, s[1].gate);
  connect(pwm.y, s[4].gate);
  connect(pwm.y, other.u);
  connect(other.y, s[2].gate);
  connect(other.y, s[3].gate);
  annotation(experiment(StopTime = 0.25));
end drive;
