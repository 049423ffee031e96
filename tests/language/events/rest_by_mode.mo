//! method radau5
//! tol 1e-6 1e-9
//! 3: h = 0 +- 1e-6
//! 3: fly = false
model rest_by_mode
  "a ball that comes to rest: its speed is set, its height is what rounding has left of 0"
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean fly(start = true, fixed = true);
equation
  der(h) = if fly then v else 0;
  der(v) = if fly then -9.81 else 0;
  when h <= 0 and fly then
    reinit(v, if abs(pre(v)) < 1e-2 then 0 else -0.6*pre(v));
    fly = abs(pre(v)) > 1e-2;
  end when;
  annotation(experiment(StopTime = 3));
end rest_by_mode;
