//! 0: c1 = -1.6599660359759163 +- 1e-7
//! 0: c2 = 1.0050946036125619 +- 1e-5
//! 0.01: c1 = -1.6599660359759163 +- 1e-5
//! 0.01: c2 = 1.0050946036125619 +- 1e-5
// Steady states that loops of the run have a part in: a follower, its bias divider and two capacitors. Newton's method solves for the
// base; the current of c1 is no function of c1 that could be seen without its loop.
//   c1' = 0: base = -c1, and the divider alone feeds the base;  c2' = 0: i = c2/Re
model steady_through_loops
  parameter Real R1 = 2e3, R2 = 1e3, Re = 1e3, Is = 1e-14, Vt = 0.02585;
  Real base(start = 1), i, i1;
  Real c1(start = 0), c2(start = 0);
initial equation
  der(c1) = 0;
  der(c2) = 0;
equation
  1e-6*der(c1) = i1;
  100*i1 = 0 - c1 - base;
  i = Is*(exp((base - c2)/Vt) - 1);
  i1 + (5 - base)/R1 = base/R2 + i/100;
  1e-6*der(c2) = i - c2/Re;
end steady_through_loops;
