//! 1: y = 1 +- 1e-6
model method_on_no_state
  Real x(start = 0, fixed = true);
  Real y = x annotation(__Saltus_quantum = {1e-4, 1e-6});
equation
  der(x) = 1;
end method_on_no_state;
