//! 0.5: k = -6
//! 1.5: k = 0
//! 2.5: k = 6
//! 1.5: m = 0
model guarded_division
  Integer n = integer(time) - 1;
  Integer k = if n == 0 then 0 else div(6, n), m = if n <> 0 then mod(7, n) else 0;
end guarded_division;
