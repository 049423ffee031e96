// A relaxation oscillator: c charges through r towards the output, +-15 V, and turns at half of it. The
// period is 2 R C log 3 = 21.97 ms, and c.v is +-7.5 V where it turns. And a Schmitt trigger: the output
// goes over at +-1.5 V of its sine, 0.479 ms after a zero.
//! 0.0300: n = 4
//! 0.0980: n = 10
//! 0.0006: b.vs = 15 +- 0.05
//! 0.0104: b.vs = 15 +- 0.05
//! 0.0106: b.vs = -15 +- 0.05
//! 0.1000: high = 7.5 +- 0.05
model opamp_feedback
  import Saltus.Electrical.*;
  OpAmpPole a, b;
  Resistor r1(R = 1e4), r2(R = 1e4), r(R = 1e4);
  Capacitor c(C = 1e-6, v(start = 0.1, fixed = true));
  SineVoltage s(V = 10, f = 50);
  Resistor r3(R = 1e3), r4(R = 1e4);
  Ground g;
  Integer n(start = 0, fixed = true);
  Real high(start = 0, fixed = true);
equation
  connect(a.out, r1.p);
  connect(r1.n, a.in_p);
  connect(r2.p, a.in_p);
  connect(r2.n, g.p);
  connect(a.out, r.p);
  connect(r.n, a.in_n);
  connect(c.p, a.in_n);
  connect(c.n, g.p);
  connect(s.p, r3.p);
  connect(r3.n, b.in_p);
  connect(r4.p, b.in_p);
  connect(r4.n, b.out);
  connect(b.in_n, g.p);
  connect(s.n, g.p);
  when a.vs > 0 then
    n = pre(n) + 1;
  elsewhen a.vs < 0 then
    n = pre(n) + 1;
  end when;
  der(high) = 0;
  when a.vs < 0 then
    reinit(high, c.v);
  end when;
end opamp_feedback;
