model robot "A robot in a corridor: a straight line, then an arc that grazes the corner of a wall"
  parameter Real turn = 1.75 "where it begins to steer, m";
  parameter Real rate = 0.2 "of its turn, rad/s";
  constant Real speed(unit = "m/s") = 1;
  Real x(start = 0, fixed = true, unit = "m");
  Real y(start = -0.03, fixed = true, unit = "m");
  Real theta(start = -0.17, fixed = true, unit = "rad") "heading";
  Boolean side(start = false, fixed = true) "in the lower wall, which ends at x = 2.8";
  Integer hits(start = 0, fixed = true) "walls run into";
equation
  der(x) = speed*cos(theta);
  der(y) = speed*sin(theta);
  der(theta) = if x > turn then rate else 0;
  side = y < -0.4 and x < 2.8;
  when y > 0.5 or x > 3.5 or side then
    hits = pre(hits) + 1;
  end when;
  annotation(experiment(StopTime = 4, Interval = 0.01), __Saltus_method = "liqss2", __Saltus_watch = {"x", "y", "hits"});
end robot;
