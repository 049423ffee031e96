//! tol 1e-5 1e-7
//! 0.5: m = 0.5 +- 1e-4
//! 0.5: d = 0
//! 0.5: r = 0.5 +- 1e-4
//! 1.5: m = 1.5 +- 1e-4
//! 1.5: d = 0
//! 1.5: r = -0.5 +- 1e-4
//! 3.5: m = 1.5 +- 1e-4
//! 3.5: d = -1
//! 3.5: r = -0.5 +- 1e-4
//! 3.5: mt = 1.5 +- 1e-9
//! 3.5: rt = -0.5 +- 1e-9
//! 3.5: dt = -1
model mod_rem_div_going_down
  Real x(start = 1, fixed = true);
  Real m = mod(x, 2), d = div(x, 2), r = rem(x, 2);
  Real mt = mod(1 - time, 2), dt = div(1 - time, 2), rt = rem(1 - time, 2);
equation
  der(x) = -1;
end mod_rem_div_going_down;
