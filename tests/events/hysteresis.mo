// The same relay with hysteresis: a saw tooth between -0.1 and 0.1, whatever the method.
model hysteresis
  Real x(start = 1, fixed = true);
  Boolean up(start = false, fixed = true);
equation
  der(x) = if up then 2 else -1;
  when x < -0.1 then
    up = true;
  elsewhen x > 0.1 then
    up = false;
  end when;
  annotation(experiment(StopTime = 3));
end hysteresis;
