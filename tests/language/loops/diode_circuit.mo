//! tol 1e-5 1e-8
//! 0.5: u = 0.4794255 +- 1e-3
//! 4: u = 0 +- 1e-3
model diode_circuit
  parameter Real R = 1, Ron = 1e-6, Roff = 1e6;
  Real phase(start = 0, fixed = true);
  Real u "after the diode", i, ud, Rd;
equation
  der(phase) = 1;
  sin(phase) = ud + u;
  u = R*i;
  ud = Rd*i;
  Rd = if ud > 0 then Ron else Roff;
end diode_circuit;
