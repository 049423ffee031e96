model arm "A two-link arm whose hand is led along a straight line, out of its reach"
  parameter Real l1 = 1, l2 = 0.6 "links, m";
  parameter Real margin = 1e-4 "where the reach ends, before l1 + l2";
  parameter Real x0 = 0.6, y0 = 0.3 "where the line begins";
  parameter Real vx = 0.5, vy = 0.3 "how fast it goes on";
  Real theta1(unit = "rad"), theta2(unit = "rad");
  Real px = x0 + vx*time, py = y0 + vy*time "where the hand should be";
  Real r = sqrt(px^2 + py^2);
  Real a1 = atan2(py, px) - acos((r^2 + l1^2 - l2^2)/(2*l1*r)) "what the links then should do";
  Real a2 = atan2(py - l1*sin(a1), px - l1*cos(a1)) - a1;
  Real reach = sqrt(l1^2 + l2^2 + 2*l1*l2*cos(theta2)) "from the shoulder to the hand";
initial equation
  theta1 = a1;
  theta2 = a2;
equation
  der(theta1) = (vx*cos(a1 + a2) + vy*sin(a1 + a2))/(l1*sin(a2));
  der(theta2) = -(vx*(l1*cos(a1) + l2*cos(a1 + a2)) + vy*(l1*sin(a1) + l2*sin(a1 + a2)))/(l1*l2*sin(a2));
  when reach >= l1 + l2 - margin then
    terminate("the hand is at the edge of its reach");
  end when annotation(__Saltus_unilateral = true);
  annotation(experiment(StopTime = 2, Interval = 0.01), __Saltus_method = "qss3", __Saltus_watch = {"theta1", "theta2"});
end arm;
