//! 3.141592653589793: x = -1 +- 0.01
//! 1.5707963267948966: energy = 0.5 +- 0.005
model oscillator
  Real x(start = 1, fixed = true), v(start = 0, fixed = true);
  Real energy = 0.5*x^2 + 0.5*v^2;
equation
  der(x) = v;
  der(v) = -x;
end oscillator;
