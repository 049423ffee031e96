// All current of this circuit comes back by itself: nothing flows to v0, and the diode s1 is at 0 in both
// of its modes, whatever rounding says (prop_diodes with seed 41).
//! method auto
//! 1: v1 = 0 +- 1e-6
//! 1: off0 = true
//! events 20
model no_return
  Real x(start = 0, fixed = true), v0, v1, v2, v3, v4, r0, r1, r2, r3, r4, r5, r6, r7, j0, j1, s0, i0, s1, i1, s2, i2;
  Boolean off0(start = true), off1(start = true), off2(start = true);
equation
  der(x) = 1;
  v0 = 0;
  v1 - v0 = 15.712457524009464*r0;
  v2 - v1 = 0.14910632420686476*r1;
  v3 - v2 = 0.24143178916202171*r2;
  v4 - v2 = 1.1396432768597771*r3;
  v1 - v3 = 226.34070439915226*r4;
  v3 - v1 = 1.0750447170198711*r5;
  v2 - v1 = 0.39521322087525074*r6;
  v2 - v3 = 0.88907254414011516*r7;
  j0 = (-104527.43273075642) + (-953273.13833615812)*x;
  j1 = (-37422.289318238327) + (387384.73327792558)*x;
  off0 = s0 < 0;
  v2 - v4 = s0*(if off0 then 1 else 0.005877657652402557) + 0;
  i0 = s0*(if off0 then 1.2613113255715755e-09 else 1) + 0;
  off1 = s1 < 0;
  v0 - v1 = s1*(if off1 then 1 else 1.080961446420645e-06) + 0;
  i1 = s1*(if off1 then 2.1569609133376034e-06 else 1) + 0;
  off2 = s2 < 0;
  v4 - v3 = s2*(if off2 then 1 else 0.0066381822534482262) + 0;
  i2 = s2*(if off2 then 7.5780450846189047e-07 else 1) + 0;
  0 = + r0 - r1 + r4 - r5 - r6 + j0 - i1;
  0 = + r1 - r2 - r3 + r6 + r7 - j0 + j1 + i0;
  0 = + r2 - r4 + r5 - r7 - j1 - i2;
  0 = + r3 - i0 + i2;
end no_return;
