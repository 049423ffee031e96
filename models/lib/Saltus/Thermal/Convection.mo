within Saltus.Thermal;
model Convection "Heat between a surface and a fluid, with a coefficient from outside"
  Interfaces.HeatPort solid "surface";
  Interfaces.HeatPort fluid "fluid";
  Saltus.Blocks.Interfaces.RealInput Gc(unit = "W/K") "coefficient times area";
  SI.HeatFlowRate Q_flow "from solid to fluid";
equation
  Q_flow = Gc*(solid.T - fluid.T);
  solid.Q_flow = Q_flow;
  fluid.Q_flow = -Q_flow;
  annotation(Documentation(info = "
    Q_flow = Gc (solid.T - fluid.T). Gc may change: a fan that is switched on.
  "));
end Convection;
