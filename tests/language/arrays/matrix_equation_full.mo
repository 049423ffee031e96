//! tol 1e-7 1e-10
//! 1: y[1] = -0.333333333333 +- 1e-5
//! 1: y[2] = 0.666666666667 +- 1e-5
//! 2: y[1] = 0 +- 1e-5
//! 2: y[2] = 0.5 +- 1e-5
// [x, 2; 2, x] y = {1, 0+x-1}: determinant x^2 - 4 ... x = t + 3: at 1 x = 4, det 12, y1 = (x*1 - 2*(x-1))/12
model matrix_equation_full
  Real x(start = 0, fixed = true);
  Real y[2];
equation
  der(x) = 1;
  [x + 3, 2; 2, x + 3]*y = {if x > 1.5 then 1 else 0, if x > 1.5 then 2.5 else 2};
end matrix_equation_full;
