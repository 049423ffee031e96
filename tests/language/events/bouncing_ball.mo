//! tol 1e-6 1e-8
//! 0.4: h = 0.2152 +- 1e-4
//! 0.9: h = 0.60265 +- 2e-3
model bouncing_ball
  Real h(start = 1, fixed = true);
  Real v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h <= 0 then
    reinit(v, -0.8*pre(v));
  end when;
end bouncing_ball;
