//! method qss3
//! tol 1e-6 1e-8
//! 0.005: m.v = 10 +- 1e-6
//! 0.005: m.i = 2 +- 1e-6
//! 0.005: m.power = 20 +- 1e-6
//! 0.021: m.vRMS.y = 7.0710678118654755 +- 1e-3
//! 0.021: m.iRMS.y = 1.4142135623730951 +- 1e-3
//! 0.021: m.pMean.y = 10 +- 1e-3
//! 0.021: w.power = 1.9098300562505 +- 1e-5
model multimeter "10 V peak on 5 Ohm"
  import Saltus.Electrical.*;
  SineVoltage v(V = 10);
  Multimeter m;
  Resistor r(R = 5);
  PowerSensor w;
  Ground g;
equation
  connect(v.p, m.pc);
  connect(m.nc, w.pc);
  connect(w.nc, r.p);
  connect(r.n, v.n);
  connect(m.pv, r.p);
  connect(m.nv, r.n);
  connect(w.pv, r.p);
  connect(w.nv, r.n);
  connect(v.n, g.p);
  annotation(experiment(StopTime = 0.025));
end multimeter;
