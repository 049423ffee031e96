model bball "A ball that jumps down a stair"
  parameter Real m = 1 "mass", g = 9.81, k = 1e5 "stiffness of ball and step", b = 30 "damping of the contact", ba = 0.1 "drag of the air";
  parameter Real h0 = 10 "height of the stair";
  Real x(start = 0.575, fixed = true, unit = "m") "place";
  Real y(start = 10.5, fixed = true, unit = "m") "height";
  Real vx(start = 0.5, fixed = true, unit = "m/s");
  Real vy(start = 0, fixed = true, unit = "m/s");
  Real floor_(unit = "m") "height of the step below the ball";
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = -ba/m*vx;
  der(vy) = -g - ba/m*vy - (if y < floor_ then b/m*vy + k/m*(y - floor_) else 0);
  floor_ = floor(h0 + 1 - x);
  annotation(experiment(StopTime = 25, Interval = 0.02), __Saltus_watch = {"y", "floor_"});
end bball;
