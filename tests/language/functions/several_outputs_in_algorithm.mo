//! 1.5: lo = 1
//! 1.5: hi = 3
model several_outputs_in_algorithm
  function minmax
    input Real x[:];
    output Real lo, hi;
  algorithm
    lo := min(x);
    hi := max(x);
  end minmax;
  discrete Real lo(start = 0, fixed = true), hi(start = 0, fixed = true);
algorithm
  when time > 1 then
    (lo, hi) := minmax({2, 1, 3});
  end when;
end several_outputs_in_algorithm;
