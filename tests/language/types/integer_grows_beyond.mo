//! ends EMODEL
//! says 'k' is beyond 2^53
//! 5: x = 5 +- 1e-6
model integer_grows_beyond
  Integer k(start = 1, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0, 0.1) then
    k = 2*pre(k);
  end when;
  annotation(experiment(StopTime = 10));
end integer_grows_beyond;
