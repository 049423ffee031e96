//! tol 1e-6 1e-8
//! 0.5: xs = 1
//! 1.5: xs = 0.36787944 +- 1e-5
//! 2.5: xs = 0.13533528 +- 1e-5
//! 2.5: dx = -0.23254416 +- 1e-5
model state_sampled
  Real x(start = 1, fixed = true);
  discrete Real xs(start = 0, fixed = true), dx(start = 0, fixed = true);
equation
  der(x) = -x;
  when sample(0, 1) then
    xs = x;
    dx = xs - pre(xs);
  end when;
end state_sampled;
