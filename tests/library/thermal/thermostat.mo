//! method qss3
//! tol 1e-7 1e-9
//! 3: room.T = 20 +- 1e-4
//! 2.9: control.on = true
//! 3.1: control.on = false
//! 7: room.T = 18 +- 1e-4
//! 20: room.T = 19 +- 1e-4
//! 20: count.y = 3 +- 0
model thermostat "Between 18 and 20 (degC throughout); 1 K/s up with the heater, 0.5 K/s down"
  import Saltus.Thermal.*;
  HeatCapacitor room(C = 10, T(start = 17));
  FixedHeatFlow losses(Q_flow = -5);
  PrescribedHeatFlow heater;
  Thermostat control(Tlow = 18, Thigh = 20, begin = false);
  Saltus.Blocks.BooleanToReal power(realTrue = 15);
  Saltus.Blocks.Counter count;
equation
  connect(room.port, losses.port);
  connect(room.port, heater.port);
  connect(room.port, control.port);
  connect(control.on, power.u);
  connect(power.y, heater.Q_flow);
  connect(control.on, count.u);
  annotation(experiment(StopTime = 20));
end thermostat;
