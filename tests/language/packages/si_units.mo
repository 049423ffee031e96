//! 1: v = 2 +- 1e-9
model si_units
  import SI = Modelica.Units.SI;
  SI.Voltage v(start = 1, fixed = true);
  parameter SI.Time tau = 1;
equation
  tau*der(v) = 1;
end si_units;
