// The current of a diode that charges a capacitor from a sine. Every microvolt between c.v and the
// source is a tenth of an ampere. c.v follows the source while the diode conducts, until the load
// takes more than the source gives back: C V w cos(w t) + V sin(w t)/R = 0, t = 5.101 ms. What a handler
// samples is what is shown.
//! 0.0003: d.i = 3.1366 +- 0.3
//! 0.0012: d.i = 2.9572 +- 0.3
//! 0.0021: d.i = 2.5445 +- 0.3
//! 0.0033: d.i = 1.6864 +- 0.4
//! 0.0045: d.i = 0.5902 +- 0.4
//! 0.0012: c.v = 3.6812 +- 0.01
//! 0.0017: sampled = 2.7524 +- 0.3
//! events 200
//! 0.008: d.i = 0 +- 1e-4
//! 0.008: r.i = 0.09717 +- 2e-4
model diode_current
  import Saltus.Electrical.*;
  SineVoltage s(V = 10, f = 50);
  IdealDiode d;
  Capacitor c(C = 1e-3);
  Resistor r(R = 100);
  Ground g;
  discrete Real sampled;
equation
  connect(s.p, d.p);
  connect(d.n, c.p);
  connect(c.p, r.p);
  connect(c.n, s.n);
  connect(r.n, s.n);
  connect(s.n, g.p);
  when sample(0, 0.0016) then
    sampled = d.i;
  end when;
end diode_current;
