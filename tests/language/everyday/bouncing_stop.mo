//! 5: h = 0 +- 0.01
model bouncing_stop
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean flying(start = true, fixed = true);
  parameter Real c = 0.5;
equation
  der(h) = v;
  der(v) = if flying then -9.81 else 0;
  when h <= 0 then
    flying = v < -0.1;
    reinit(v, if v < -0.1 then -c*pre(v) else 0);
    reinit(h, 0);
  end when;
end bouncing_stop;
