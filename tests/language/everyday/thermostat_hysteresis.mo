//! tol 1e-6 1e-8
//! 10: n = 21 +- 0.0042
model thermostat_hysteresis
  Real T(start = 20, fixed = true);
  Boolean on(start = true, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(T) = (if on then 10 else 0) - 0.1*(T - 10) - 2;
  on = if pre(on) then T < 23 else T < 21;
  when change(on) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 10));
end thermostat_hysteresis;
