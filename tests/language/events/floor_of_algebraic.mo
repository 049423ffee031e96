//! tol 1e-5 1e-7
//! 0.5: f = 1
//! 1.5: f = 3
//! 2.5: f = 2
//! 3.5: f = -2
//! 3.5: z = -0.25
// The events of floor read an algebraic variable too: x is put in where they choose the next level.
model floor_of_algebraic
  Real x = 4*sin(time), f = floor(x);
  Real z = floor(x/2)/4 + 0*s;
  Real s(start = 0, fixed = true);
equation
  der(s) = f;
end floor_of_algebraic;
