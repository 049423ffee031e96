//! 1: y = 3 +- 1e-9
model input_and_output_prefixes
  input Real u = 3;
  output Real y;
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
  y = x;
end input_and_output_prefixes;
