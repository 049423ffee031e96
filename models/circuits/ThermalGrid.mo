model ThermalGrid "Rooms on a grid of N by M that exchange heat with their neighbours and the outside, each with a thermostat"
  import Saltus.Thermal.*;
  import Saltus.Blocks.*;
  parameter Integer N = 10, M = 10 "rooms";
  parameter Real T0(unit = "K") = 288, spread(unit = "K") = 4 "temperatures at the start";
  HeatCapacitor room[N, M](each C = 1e5,
    T(each fixed = true, start = {{T0 + spread*sin(3*i + 5*j) for j in 1:M} for i in 1:N}));
  ThermalConductor wall[N, M](each G = 20) "to the outside";
  ThermalConductor east[N, M - 1](each G = 50), south[N - 1, M](each G = 50);
  Thermostat thermostat[N, M](each Tlow = 293, each Thigh = 295);
  PrescribedHeatFlow heater[N, M];
  BooleanToReal power[N, M](each realTrue = 1500);
  PrescribedTemperature outside;
  TemperatureSensor corner, middle;
  Sine weather(amplitude = 5, offset = 278, f = 1/86400);
equation
  connect(corner.port, room[1, 1].port);
  connect(middle.port, room[div(N + 1, 2), div(M + 1, 2)].port);
  connect(weather.y, outside.T);
  for i in 1:N loop
    for j in 1:M loop
      connect(room[i, j].port, wall[i, j].port_a);
      connect(wall[i, j].port_b, outside.port);
      connect(room[i, j].port, thermostat[i, j].port);
      connect(thermostat[i, j].on, power[i, j].u);
      connect(power[i, j].y, heater[i, j].Q_flow);
      connect(heater[i, j].port, room[i, j].port);
    end for;
    for j in 1:M - 1 loop
      connect(room[i, j].port, east[i, j].port_a);
      connect(east[i, j].port_b, room[i, j + 1].port);
    end for;
  end for;
  for i in 1:N - 1 loop
    for j in 1:M loop
      connect(room[i, j].port, south[i, j].port_a);
      connect(south[i, j].port_b, room[i + 1, j].port);
    end for;
  end for;
  annotation(experiment(StopTime = 86400, Interval = 60),
    __Saltus_watch = {"corner.T", "middle.T", "outside.T"},
    __Saltus_tolerance = 1e-5, __Saltus_absTolerance = 1e-3,
    Documentation(info = "
    Heat as a circuit: temperatures are the potentials, heat flows the currents. The rooms and
    the walls between them are arrays in two dimensions. Each thermostat is on below Tlow and off above
    Thigh; the day is a sine of the temperature outside.
  "));
end ThermalGrid;
