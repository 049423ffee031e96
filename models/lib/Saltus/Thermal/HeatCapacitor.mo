within Saltus.Thermal;
model HeatCapacitor "Body with one temperature"
  Interfaces.HeatPort port;
  parameter SI.HeatCapacity C(min = 0) = 1 "heat capacity";
  SI.Temperature T(start = 293.15) "temperature";
equation
  T = port.T;
  C*der(T) = port.Q_flow;
  annotation(Documentation(info = "
    C T' = Q_flow. body(T(start = 350)) begins hot; the default is 20 degrees Celsius.
  "));
end HeatCapacitor;
