//! 1: Y[2,2] = 16 +- 1e-6
//! 1: Y[1,2] = 4 +- 1e-6
model vectorised_over_matrix
  function square
    input Real x;
    output Real y = x^2;
  algorithm
  end square;
  Real x(start = 0, fixed = true);
  Real X[2, 2] = [x, 2*x; 3*x, 4*x];
  Real Y[2, 2] = square(X);
equation
  der(x) = 1;
end vectorised_over_matrix;
