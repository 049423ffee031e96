//! tol 1e-7 1e-10
//! 0: y[1] = 1 +- 1e-9
//! 0: y[2] = 1 +- 1e-9
//! 1: y[1] = 0.5 +- 1e-5
//! 1: y[2] = 1.25 +- 1e-5
// (1 + t) y1 + 0 = 1;  y1*t... : A = [1 + x, 0; x, 2], b = {1, 2 + x}: y1 = 1/(1+x), y2 = (2 + x - x/(1 + x))/2
model matrix_equation_with_states
  Real x(start = 0, fixed = true);
  Real y[2], A[2, 2] = [1 + x, 0; x, 2], b[2] = {1, 2 + x};
equation
  der(x) = 1;
  A*y = b;
end matrix_equation_with_states;
