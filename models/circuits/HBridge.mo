model HBridge "A DC motor on a bridge of four MOSFETs: a loop for the current inside a loop for the speed, forwards and backwards"
  import Saltus.Electrical.*;
  import Saltus.Rotational.*;
  import Saltus.Blocks.*;
  ConstantVoltage supply(V = 24);
  Resistor wire(R = 0.01);
  MOSFET q1(Vdiode = 0.7), q2(Vdiode = 0.7), q3(Vdiode = 0.7), q4(Vdiode = 0.7);
  DCMachine motor(R = 1.73, L = 2.54e-3, J = 1.62e-5, Km = 0.0551, b = 1.12e-5);
  CurrentSensor current;
  Ground ground;
  SpeedSensor speed;
  Pulse wanted(amplitude = 400, offset = -200, period = 0.2, width = 0.5);
  FirstOrder filter(T = 0.005);
  Feedback speedError, currentError;
  PI speedControl(k = 0.05, Ti = 0.1, yMax = 5), currentControl(k = 0.1, Ti = 0.002, yMax = 0.95);
  PWM pwm(f = 2e4, low = -1, high = 1);
  Not other;
equation
  connect(supply.p, wire.p);
  connect(wire.n, q1.p);
  connect(wire.n, q3.p);
  connect(q1.n, q2.p);
  connect(q3.n, q4.p);
  connect(q2.n, ground.p);
  connect(q4.n, ground.p);
  connect(supply.n, ground.p);
  connect(q1.n, current.p);
  connect(current.n, motor.p);
  connect(motor.n, q3.n);
  connect(motor.flange, speed.flange);
  connect(wanted.y, filter.u);
  connect(filter.y, speedError.u1);
  connect(speed.w, speedError.u2);
  connect(speedError.y, speedControl.u);
  connect(speedControl.y, currentError.u1);
  connect(current.i, currentError.u2);
  connect(currentError.y, currentControl.u);
  connect(currentControl.y, pwm.u);
  connect(pwm.y, q1.gate);
  connect(pwm.y, q4.gate);
  connect(pwm.y, other.u);
  connect(other.y, q2.gate);
  connect(other.y, q3.gate);
  annotation(experiment(StopTime = 0.2, Interval = 1e-4), __Saltus_watch = {"speed.w", "filter.y", "current.i"},
    Documentation(info = "
    q1 and q4 conduct in turn with q2 and q3, so the motor sees +24 V or -24 V and the share of the
    two decides. The speed controller asks for a current, at most 5 A; the current controller
    for a share. In the middle of the run the reference turns round, and the motor is braked through
    the bridge.
  "));
end HBridge;
