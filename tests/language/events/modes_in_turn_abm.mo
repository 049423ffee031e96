//! method abm
//! 3: v1 = -0.00190630 +- 1e-5
//! 3: v3 = -0.00361733 +- 1e-5
//! 3: v4 = -0.00389730 +- 1e-5
model modes_in_turn_abm "eight diodes: three guards fire in turn at the start"
  Real x(start = 0, fixed = true), v0, v1, v2, v3, v4, v5, v6, r0, r1, r2, r3, r4, r5, r6, r7, j0, s0, i0, s1, i1, s2, i2, s3, i3, s4, i4, s5, i5, s6, i6, s7, i7;
  Boolean off0(start = true), off1(start = true), off2(start = true), off3(start = true), off4(start = true), off5(start = true), off6(start = true), off7(start = true);
equation
  der(x) = 1;
  v0 = 0;
  v1 - v0 = 475.04208336485152*r0;
  v2 - v0 = 292.06810814391122*r1;
  v3 - v1 = 426.38344592102857*r2;
  v4 - v3 = 69.204509655876009*r3;
  v5 - v2 = 319.20251555513335*r4;
  v6 - v5 = 0.48187425856379179*r5;
  v2 - v0 = 902.99304027212611*r6;
  v4 - v0 = 799.03580594973187*r7;
  j0 = (-0.52893057926096565) + (0.42970245832590065)*x;
  off0 = s0 < 0;
  v3 - v0 = s0*(if off0 then 1 else 0.00016683468277545069) + 0;
  i0 = s0*(if off0 then 1.1170595925822227e-05 else 1) + 0;
  off1 = s1 < 0;
  v0 - v5 = s1*(if off1 then 1 else 4.7834077650554213e-06) + 0;
  i1 = s1*(if off1 then 2.0703111085815618e-07 else 1) + 0;
  off2 = s2 < 0;
  v4 - v0 = s2*(if off2 then 1 else 0.00011947223764533677) + 2.4360078750159393;
  i2 = s2*(if off2 then 2.3369821226368929e-06 else 1) + 5.6929068545149366e-06;
  off3 = s3 < 0;
  v2 - v0 = s3*(if off3 then 1 else 3.5893627906518023e-05) + 0;
  i3 = s3*(if off3 then 2.42121477584549e-05 else 1) + 0;
  off4 = s4 < 0;
  v5 - v0 = s4*(if off4 then 1 else 1.8147909476499602e-05) + 0.43678178999660761;
  i4 = s4*(if off4 then 1.7464468215082246e-08 else 1) + 7.628161688322482e-09;
  off5 = s5 < 0;
  v2 - v6 = s5*(if off5 then 1 else 0.0069000037763844871) + 0;
  i5 = s5*(if off5 then 1.6573253064476183e-06 else 1) + 0;
  off6 = s6 < 0;
  v0 - v4 = s6*(if off6 then 1 else 0.0051268912526791256) + 0;
  i6 = s6*(if off6 then 0.00013467780620099484 else 1) + 0;
  off7 = s7 < 0;
  v4 - v3 = s7*(if off7 then 1 else 0.0038830997854860162) + 0;
  i7 = s7*(if off7 then 2.7979328742483479e-05 else 1) + 0;
  0 = + r0 - r2;
  0 = + r1 - r4 + r6 + i3 + i5;
  0 = + r2 - r3 + i0 - i7;
  0 = + r3 + r7 + j0 + i2 - i6 + i7;
  0 = + r4 - r5 - i1 + i4;
  0 = + r5 - i5;
end modes_in_turn_abm;
