// amplitude, frequency and start of a wave are discretes that jump
//! method exact
//! 4.5: x = -0.014972782038394864 +- 1e-12
model waves_of_modes
  discrete Real A(start = 1, fixed = true), w(start = 10, fixed = true), t0(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = A*sin(w*(time - t0)) - 2*x;
  when sample(1, 1) then
    A = pre(A) + 1;
    w = 1.5*pre(w);
    t0 = time;
  end when;
  annotation(experiment(StopTime = 4.5));
end waves_of_modes;
