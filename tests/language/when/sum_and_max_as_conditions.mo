//! tol 1e-5 1e-7
//! 3: ts = 1 +- 1e-4
//! 3: tm = 2 +- 1e-4
model sum_and_max_as_conditions
  "x[i] = i t: the sum is 6 t, the largest 3 t"
  Real x[3](each start = 0, each fixed = true);
  discrete Real ts(start = 0, fixed = true), tm(start = 0, fixed = true);
equation
  for i in 1:3 loop
    der(x[i]) = i;
  end for;
  when sum(x) > 6 then
    ts = time;
  end when;
  when max(x) > 6 then
    tm = time;
  end when;
end sum_and_max_as_conditions;
