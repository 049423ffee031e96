within Saltus.Thermal;
model FixedHeatFlow "Constant heat"
  Interfaces.HeatPort port;
  parameter SI.HeatFlowRate Q_flow = 1 "into what is connected";
equation
  port.Q_flow = -Q_flow;
  annotation(Documentation(info = "
    Q_flow goes out of this component into what is connected; negative: cools.
  "));
end FixedHeatFlow;
