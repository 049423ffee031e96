within Saltus.Rotational;
model LoadTorque "Constant load that comes at a given time"
  extends Interfaces.OneFlange;
  parameter SI.Torque load = 1 "brakes a shaft that turns forward";
  parameter SI.Time startTime = 0 "before it: no load";
equation
  tau = if time < startTime then 0 else -load;
  annotation(Documentation(info = "
    tau = -load from startTime on: a step of the load for tests of drives. It does not change
    its sign with the speed.
  "));
end LoadTorque;
