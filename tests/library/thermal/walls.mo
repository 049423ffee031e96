//! method qss3
//! tol 1e-7 1e-9
//! 2: a.T = 307.3575888234288 +- 1e-2
//! 2: b.T = 307.3575888234288 +- 1e-2
//! 2: meter.Q_flow = -7.357588823428847 +- 5e-3
//! 2: s.T = 307.3575888234288 +- 1e-2
//! 2: c.T = 330 +- 1e-5
//! 2: d.T = 305 +- 1e-5
//! 2: e.T = 307.3575888234288 +- 1e-2
model walls "From 320 K to 300 K by conductance, resistance, convection; heated at a constant rate"
  import Saltus.Thermal.*;
  HeatCapacitor a(C = 2, T(start = 320)), b(C = 2, T(start = 320)), c(C = 2, T(start = 300));
  HeatCapacitor d(C = 2, T(start = 300)), e(C = 2, T(start = 320));
  ThermalConductor g(G = 1);
  ThermalResistor r(R = 1);
  Convection wind;
  HeatFlowSensor meter;
  FixedTemperature out(T = 300);
  PrescribedTemperature weather;
  Saltus.Blocks.Constant t(k = 300), gc(k = 1), p(k = 5);
  FixedHeatFlow q(Q_flow = 30);
  PrescribedHeatFlow heater;
  TemperatureSensor s;
equation
  connect(out.port, meter.port_a);
  connect(meter.port_b, g.port_a);
  connect(g.port_b, a.port);
  connect(s.port, a.port);
  connect(t.y, weather.T);
  connect(weather.port, r.port_b);
  connect(r.port_a, b.port);
  connect(gc.y, wind.Gc);
  connect(wind.solid, e.port);
  connect(wind.fluid, out.port);
  connect(q.port, c.port);
  connect(p.y, heater.Q_flow);
  connect(heater.port, d.port);
  annotation(experiment(StopTime = 2));
end walls;
