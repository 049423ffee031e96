//! tol 1e-6 1e-9
//! 1e-6: forward.v = 0.7551181234 +- 1e-7
//! 1e-6: back.v = -5 +- 1e-6
//! 1e-6: double.v = 0.6551181234 +- 1e-6
//! 1e-6: store.v = -1 +- 1e-4
//! 1e-6: bare.v = 0.6551181234 +- 1e-7
//! 1e-6: charge.v = 0.5 +- 1e-6
model diodes "VT log(1 + I/IS) + RS I; breakdown; a capacitance of 1 pF and 1 uA"
  import Saltus.Electrical.*;
  ConstantCurrent i1(I = 1e-3), i2(I = -1e-3), i3(I = 2e-3), i4(I = -1e-6), i5(I = 1e-3), i6(I = 1e-6);
  Saltus.Spice.Diode forward(RS = 100, GMIN = 0);
  Saltus.Spice.Diode back(BV = 5, IBV = 1e-3, GMIN = 0);
  Saltus.Spice.Diode double(area = 2, GMIN = 0);
  Saltus.Spice.Diode store(CJO = 1e-12, M = 0, IS = 1e-20, GMIN = 0);
  Saltus.Spice.Junction bare(GMIN = 0);
  Saltus.Spice.JunctionCharge charge(CJ = 2e-12, M = 0);
  Ground g;
equation
  connect(i1.n, forward.p);
  connect(i2.n, back.p);
  connect(i3.n, double.p);
  connect(i4.n, store.p);
  connect(i5.n, bare.p);
  connect(i6.n, charge.p);
  connect(forward.n, g.p);
  connect(back.n, g.p);
  connect(double.n, g.p);
  connect(store.n, g.p);
  connect(bare.n, g.p);
  connect(charge.n, g.p);
  connect(i1.p, g.p);
  connect(i2.p, g.p);
  connect(i3.p, g.p);
  connect(i4.p, g.p);
  connect(i5.p, g.p);
  connect(i6.p, g.p);
  annotation(experiment(StopTime = 1e-6));
end diodes;
