//! 3: x = 1 +- 0.002
//! 0.5: x = 0.5 +- 0.002
model saturated_integrator
  Real x(start = 0, fixed = true);
equation
  der(x) = if x < 1 then 1 else 0;
end saturated_integrator;
