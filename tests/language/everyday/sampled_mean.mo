//! 10.5: mean = 5 +- 0.01
model sampled_mean
  Real s(start = 0, fixed = true), x(start = 0, fixed = true), mean;
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when sample(0, 1) then
    n = pre(n) + 1;
    s = pre(s) + x;
  end when;
  mean = s/max(n, 1);
end sampled_mean;
