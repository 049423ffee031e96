model Drive "A DC motor, the buck converter that feeds it, and their controllers"
  import Saltus.Electrical.*;
  import Saltus.Rotational.*;
  import Saltus.Blocks.*;
  ConstantVoltage supply(V = 24);
  Saltus.Electrical.Switch switch(Ron = 1e-6, Roff = 1e6);
  Diode diode(Ron = 1e-6, Roff = 1e6);
  Inductor coil(L = 1e-4, i(start = 0, fixed = true));
  Capacitor capacitor(C = 1e-4, v(start = 0, fixed = true));
  Resistor load(R = 10);
  Ground ground;
  DCMachine motor(R = 1.73, L = 2.54e-3, J = 1.62e-5, Km = 0.0551, b = 1.12e-5);
  VoltageSensor voltage;
  SpeedSensor speed;
  Ramp wanted(height = 108.4, duration = 2) "speed";
  Feedback speedError, voltageError;
  PI speedControl(k = 1.5, Ti = 0.3), voltageControl(k = 0.5, Ti = 1);
  Limiter limit(uMax = 1, uMin = -1);
  PWM pwm(f = 1e4, low = -1.1, high = 1.1);
equation
  connect(supply.p, switch.p);
  connect(switch.n, coil.p);
  connect(diode.n, coil.p);
  connect(coil.n, capacitor.p);
  connect(coil.n, load.p);
  connect(coil.n, motor.p);
  connect(coil.n, voltage.p);
  connect(supply.n, ground.p);
  connect(diode.p, ground.p);
  connect(capacitor.n, ground.p);
  connect(load.n, ground.p);
  connect(motor.n, ground.p);
  connect(voltage.n, ground.p);
  connect(motor.flange, speed.flange);
  connect(wanted.y, speedError.u1);
  connect(speed.w, speedError.u2);
  connect(speedError.y, speedControl.u);
  connect(speedControl.y, voltageError.u1);
  connect(voltage.v, voltageError.u2);
  connect(voltageError.y, voltageControl.u);
  connect(voltageControl.y, limit.u);
  connect(limit.y, pwm.u);
  connect(pwm.y, switch.control);
  annotation(experiment(StopTime = 3, Interval = 0.003), __Saltus_watch = {"speed.w", "wanted.y", "capacitor.v"},
    Documentation(info = "
    models/motor from parts: converter, machine with its shaft, two sensors, two controllers and a
    pulse-width modulator. The voltage loop is fed with the ripple of the capacitor, so it makes
    pulses that differ from each other; below 1.5 s the modulator is at its lower limit, which is
    above the valleys of the triangle: the shortest pulses give 2.3 V.
  "));
end Drive;
