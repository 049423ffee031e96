//! tol 1e-6 1e-8
//! 3.141592653589793: s = 2 +- 1e-4
//! 6.283185307179586: s = 4 +- 1e-4
model abs_of_sine
  Real s(start = 0, fixed = true), x(start = 0, fixed = true), v(start = 1, fixed = true);
equation
  der(x) = v;
  der(v) = -x;
  der(s) = abs(x);
end abs_of_sine;
