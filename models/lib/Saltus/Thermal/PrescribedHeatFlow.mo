within Saltus.Thermal;
model PrescribedHeatFlow "Heat that a signal gives"
  Interfaces.HeatPort port;
  Saltus.Blocks.Interfaces.RealInput Q_flow(unit = "W") "into what is connected";
equation
  port.Q_flow = -Q_flow;
  annotation(Documentation(info = "
    The input Q_flow goes into what is connected: a heater with its controller, the losses of a
    transistor.
  "));
end PrescribedHeatFlow;
