//! tol 1e-7 1e-9
//! 0.3: late = false
//! 0.7: late = true
//! 1: n = 1
//! 1: y = 0.5 +- 1e-3
// The sum of 20 states that grow with 1: 20 t, beyond 10 at 0.5.
model sum_in_guard
  Real x[20](each start = 0, each fixed = true), y(start = 0, fixed = true);
  Boolean late = sum(x) > 10;
  discrete Integer n(start = 0);
equation
  for i in 1:20 loop
    der(x[i]) = 1;
  end for;
  der(y) = if sum(x) > 10 then 1 else 0;
  when sum(x) > 10 then
    n = pre(n) + 1;
  end when;
end sum_in_guard;
