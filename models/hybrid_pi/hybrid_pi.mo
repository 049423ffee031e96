model hybrid_pi "A plant of second order under a sampled PI controller"
  parameter Real Kp = 1.2, Ti = 0.8 "controller";
  parameter Real Ts = 0.1 "its period";
  parameter Real umax = 2 "limit of the actuator";
  Real y(start = 0, fixed = true) "controlled";
  Real z(start = 0, fixed = true) "inner state of the plant";
  Real reference;
  discrete Real u(start = 0, fixed = true) "command, held between samples";
  discrete Real integral(start = 0, fixed = true);
equation
  der(z) = u - z;
  0.5*der(y) = z - y;
  reference = if time < 1 then 0 elseif time < 10 then 1 else 0.5;
  when sample(0, Ts) then
    integral = if abs(pre(u)) < umax then pre(integral) + Ts/Ti*(reference - y) else pre(integral);
    u = min(max(Kp*(reference - y + integral), -umax), umax);
  end when;
  annotation(experiment(StopTime = 20, Interval = 0.02), __Saltus_watch = {"y", "reference", "u"});
end hybrid_pi;
