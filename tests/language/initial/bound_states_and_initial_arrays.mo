//! 0: x[1] = 1.5 +- 1e-9
//! 0: x[2] = -0.5 +- 1e-9
//! 1: x[1] = 0.5518191617571635 +- 2e-3
//! 1: a = 0.6065306597126334 +- 2e-3
//! 0: u = -1 +- 1e-9
model bound_states_and_initial_arrays
  "an array of initial equations is taken apart while the start of a demoted state is matched"
  parameter Real p[2](each fixed = false), q[2](each fixed = false);
  Real x[2], y[2], z[2], a(start = 1, fixed = true), b(start = 1, fixed = true), t, u = z[2];
initial equation
  p[1] = 1;
  p[2] = 2;
  y = p;
  0 = 2*q[1] - q[2] + 1;
  0 = q[1] + 3*q[2] + 4;
  z = q;
equation
  a = b;
  der(a) = t;
  der(b) = -t - a;
  der(x) = -x;
  der(z) = -z;
  y[1] = x[1] + x[2];
  y[2] = x[1] - x[2];
end bound_states_and_initial_arrays;
