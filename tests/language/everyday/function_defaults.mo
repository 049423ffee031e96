//! tol 1e-6 1e-8
//! 1: y = 7 +- 0.0014
//! 1: z = 12 +- 0.0024
function f
  input Real a;
  input Real b = 2*a;
  input Real c = 1;
  output Real y;
algorithm
  y := a + b + c;
end f;

model function_defaults
  Real y = f(2), z = f(2, c = 6);
equation
  annotation(experiment(StopTime = 1));
end function_defaults;
