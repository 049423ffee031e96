within Saltus.Thermal;
model Thermostat "Switches at two temperatures"
  Interfaces.HeatPort port;
  parameter SI.Temperature Tlow = 292.15 "on below it";
  parameter SI.Temperature Thigh = 294.15 "off above it";
  parameter Boolean begin = true "on at the start, if it is between them";
  Saltus.Blocks.Interfaces.BooleanOutput on(start = begin, fixed = true) "heats";
equation
  port.Q_flow = 0;
  on = port.T < Tlow or (pre(on) and port.T <= Thigh);
  annotation(Documentation(info = "
    On below Tlow, off above Thigh, as before in between. Takes no heat. For cooling: not on.
  "));
end Thermostat;
