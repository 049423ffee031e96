model Clocks "A sampled controller, a ramp that begins, a counter"
  parameter Real T = 0.1;
  Real x(start = 0, fixed = true);
  discrete Real u(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  output Real y = x + 0.1*n;
equation
  der(x) = u - x + (if time > 0.75 then 1 else 0);
  when sample(0, T) then
    u = 1 - pre(u)*0.3 - x;
    n = pre(n) + 1;
  end when;
  when x > 0.6 then
    reinit(x, 0.3);
  end when;
  annotation(experiment(StopTime = 2));
end Clocks;
