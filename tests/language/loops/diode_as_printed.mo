// The converter of the papers with the diode's equation as they print it: VD on both sides. The switch stays
// closed: VD is the supply, and with 1/(LC) = 1e8 and 1/(2RC) = 500, VC is 24 (1 - exp(-500 t) (cos w t + ...)).
//! method liqss2
//! tol 1e-5 1e-6
//! 0: VD = 24 +- 1e-4
//! 0.01: VC = 23.8768 +- 0.005
model diode_as_printed
  parameter Real U = 24, R = 10, C = 1e-4, L = 1e-4, Ron = 1e-6, Roff = 1e6;
  Real VC(start = 0, fixed = true), IL(start = 0, fixed = true);
  Real VD, RD, RLL;
equation
  der(VC) = IL/C - VC/(R*C);
  der(IL) = (VD - VC)/L;
  VD = RD*((U - VD)/RLL - IL);
  RD = if VD > 0 then Roff else Ron;
  RLL = Ron;
  annotation(experiment(StopTime = 0.01));
end diode_as_printed;
