within Saltus.Rotational;
block DCMotor "DC machine as a block: voltage and load torque in, speed and current out"
  Saltus.Blocks.Interfaces.RealInput v(unit = "V") "at the armature";
  Saltus.Blocks.Interfaces.RealInput load(unit = "N.m") "brakes a shaft that turns forward";
  Saltus.Blocks.Interfaces.RealOutput w(start = 0, unit = "rad/s") "speed";
  Saltus.Blocks.Interfaces.RealOutput i(start = 0, unit = "A") "armature";
  parameter SI.Resistance R(min = 0) = 0.5 "armature";
  parameter SI.Inductance L(min = 0) = 1e-3 "armature";
  parameter SI.ElectricalTorqueConstant Km = 0.1 "N.m per A, and V per rad/s";
  parameter SI.Inertia J(min = 0) = 1e-3 "rotor and load";
  parameter SI.RotationalDampingConstant b(min = 0) = 0 "bearing";
equation
  L*der(i) = v - R*i - Km*w;
  J*der(w) = Km*i - b*w - load;
  annotation(Documentation(info = "
    The equations of DCMachine without pins and flange, for block diagrams of drives: nothing to
    solve, two states.
  "));
end DCMotor;
