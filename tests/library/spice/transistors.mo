//! 1: npn.c.i = 1e-3 +- 1e-8
//! 1: npn.e.i = -1.01e-3 +- 1e-8
//! 1: pnp.c.i = -1e-3 +- 1e-8
//! 1: saturated.d.i = 2.2e-3 +- 1e-9
//! 1: resistive.d.i = 1.515e-3 +- 1e-9
//! 1: reversed.d.i = -1.515e-3 +- 1e-9
//! 1: pmos.d.i = -2.2e-3 +- 1e-9
//! 1: pmos.g.i = 0 +- 1e-15
model transistors "BF ib; KP/2 W/L (vgs - VTO)^2 (1 + LAMBDA vds), and below saturation"
  import Saltus.Electrical.*;
  ConstantVoltage v5(V = 5), v1(V = 1), v3(V = 3), m5(V = -5), m3(V = -3);
  ConstantCurrent in1(I = 1e-5), in2(I = -1e-5);
  Saltus.Spice.BJT npn(GMIN = 0);
  Saltus.Spice.BJT pnp(polarity = -1, GMIN = 0);
  Saltus.Spice.MOSFET saturated(KP = 1e-3, VTO = 1, LAMBDA = 0.02, GMIN = 0);
  Saltus.Spice.MOSFET resistive(KP = 1e-3, VTO = 1, LAMBDA = 0.01, GMIN = 0);
  Saltus.Spice.MOSFET reversed(KP = 1e-3, VTO = 1, LAMBDA = 0.01, GMIN = 0);
  Saltus.Spice.MOSFET pmos(polarity = -1, KP = 1e-3, VTO = -1, LAMBDA = 0.02, GMIN = 0);
  Ground g;
equation
  connect(v5.n, g.p);
  connect(v1.n, g.p);
  connect(v3.n, g.p);
  connect(m5.n, g.p);
  connect(m3.n, g.p);
  connect(in1.p, g.p);
  connect(in2.p, g.p);
  connect(in1.n, npn.b);
  connect(npn.c, v5.p);
  connect(npn.e, g.p);
  connect(in2.n, pnp.b);
  connect(pnp.c, m5.p);
  connect(pnp.e, g.p);
  connect(saturated.d, v5.p);
  connect(saturated.g, v3.p);
  connect(saturated.s, g.p);
  connect(saturated.b, g.p);
  connect(resistive.d, v1.p);
  connect(resistive.g, v3.p);
  connect(resistive.s, g.p);
  connect(resistive.b, g.p);
  connect(reversed.d, g.p);
  connect(reversed.g, v3.p);
  connect(reversed.s, v1.p);
  connect(reversed.b, g.p);
  connect(pmos.d, m5.p);
  connect(pmos.g, m3.p);
  connect(pmos.s, g.p);
  connect(pmos.b, g.p);
  annotation(experiment(StopTime = 1));
end transistors;
