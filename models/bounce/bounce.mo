model bounce "A ball that falls, bounces off the floor and loses speed each time"
  parameter Real g(unit = "m/s2") = 9.81;
  parameter Real e = 0.8 "restitution";
  Real h(start = 1, fixed = true, unit = "m", nominal = 1);
  Real v(start = 0, fixed = true, unit = "m/s", nominal = 1);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(h, 0);
    reinit(v, -e*pre(v));
  end when;
  annotation(experiment(StopTime = 3, Interval = 0.01), __Saltus_method = "qss3");
end bounce;
