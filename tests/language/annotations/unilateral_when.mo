//! tol 1e-5 1e-7
//! 1: h = 0.4679 +- 1e-3
model unilateral_when
  "falls 1 m in sqrt(2/9.81) = 0.4515 s, rises at 0.8*4.429 m/s: h = 3.5435*0.5485 - 4.905*0.5485^2"
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(h, 0);
    reinit(v, -0.8*pre(v));
  end when annotation(__Saltus_unilateral = true);
  annotation(experiment(StopTime = 1));
end unilateral_when;
