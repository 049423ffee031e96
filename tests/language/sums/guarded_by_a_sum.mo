//! tol 1e-6 1e-9
//! 2: n = 1
//! 2: x[1] = 2 +- 1e-6
model guarded_by_a_sum
  parameter Integer N = 30;
  Real x[N](each start = 0, each fixed = true);
  Integer n(start = 0, fixed = true);
equation
  for i in 1:N loop
    der(x[i]) = 1;
  end for;
  when sum(x) > 30 then
    n = pre(n) + 1;
  end when;
end guarded_by_a_sum;
