//! 1: y = 9
//! 1: z = 1.2134116627622296 +- 1e-12
model only_inputs "a static block: explicit and implicit equations of its inputs"
  input Real u(start = 3);
  Real y = u^2;
  Real z(start = 1);
equation
  z^3 + z = u;
end only_inputs;
