// A clock: a damped pendulum that gets a push from its escapement each time it passes the middle to the right. The push
// changes the slope of the guard at the guard's own zero: an engine that looks at it afresh fires again, or misses the
// way back half a period later.
model escapement
  parameter Real d = 0.05 "damping", push = 0.2;
  Real x(start = 0.5, fixed = true), v(start = 0, fixed = true);
  Integer ticks(start = 0, fixed = true);
equation
  der(x) = v - d*x;
  der(v) = -x - d*v;
  when x > 0 then
    reinit(v, v + push);
    ticks = pre(ticks) + 1;
  end when;
  annotation(experiment(StopTime = 40));
end escapement;
