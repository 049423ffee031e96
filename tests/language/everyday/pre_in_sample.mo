//! tol 1e-6 1e-8
//! 2.2: k = 2 +- 0.0004
//! 2.2: m = 1 +- 0.0002
model pre_in_sample
  Integer k(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when sample(1, 1) then
    k = pre(k) + 1;
    m = pre(k);
  end when;
  annotation(experiment(StopTime = 2.2));
end pre_in_sample;
