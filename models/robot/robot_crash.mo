model robot_crash "The robot of robot.mo, which stops before the first wall: the walls are one surface, and no step leads beyond"
  parameter Real turn = 1.75 "where it begins to steer, m";
  parameter Real rate = 0.2 "of its turn, rad/s";
  constant Real speed(unit = "m/s") = 1;
  Real x(start = 0, fixed = true, unit = "m");
  Real y(start = -0.03, fixed = true, unit = "m");
  Real theta(start = -0.17, fixed = true, unit = "rad") "heading";
equation
  der(x) = speed*cos(theta);
  der(y) = speed*sin(theta);
  der(theta) = if x > turn then rate else 0;
  when y >= 0.5 or x >= 3.5 or (y <= -0.4 and x <= 2.8) then
    terminate("the robot is at a wall");
  end when annotation(__Saltus_unilateral = true);
  annotation(experiment(StopTime = 4, Interval = 0.01), __Saltus_method = "liqss2", __Saltus_watch = {"x", "y"});
end robot_crash;
