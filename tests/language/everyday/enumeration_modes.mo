//! tol 1e-6 1e-8
//! 3: n = 3 +- 0.0006
//! 3: x = 1.5 +- 0.0003
model enumeration_modes
  type Mode = enumeration(idle, run, stop);
  Mode s(start = Mode.idle, fixed = true);
  Real x(start = 0, fixed = true);
  Integer n = Integer(s);
equation
  der(x) = if s == Mode.run then 1.0 else 0.0;
  when time >= 1 then
    s = Mode.run;
  elsewhen time >= 2.5 then
    s = Mode.stop;
  end when;
  annotation(experiment(StopTime = 3));
end enumeration_modes;
