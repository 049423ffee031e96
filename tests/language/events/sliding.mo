//! tol 1e-4 1e-6
//! 0.5: x = 0.5 +- 1e-3
//! 2: x = 0 +- 1e-2
model sliding
  "dry friction without hysteresis: x slides along 0"
  Real x(start = 1, fixed = true);
equation
  der(x) = -sign(x);
  annotation(__Saltus_method = "liqss2");
end sliding;
