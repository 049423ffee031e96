within Saltus.Thermal;
model HeatFlowSensor "Heat that goes through, as a signal"
  Interfaces.HeatPort port_a "in";
  Interfaces.HeatPort port_b "out";
  Saltus.Blocks.Interfaces.RealOutput Q_flow(unit = "W") "from port_a to port_b";
equation
  port_a.T = port_b.T;
  port_a.Q_flow + port_b.Q_flow = 0;
  Q_flow = port_a.Q_flow;
  annotation(Documentation(info = "
    Ideal: perfect contact between both ports.
  "));
end HeatFlowSensor;
