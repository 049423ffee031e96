//! 0.5: k = 0
//! 1.5: k = 1
//! 2.5: k = 1
//! 3.5: k = 2
//! 6.5: k = 3
//! 10.5: k = 4
model chain_of_next_times
  "the k-th event is k after the one before it"
  Integer k(start = 0, fixed = true);
  discrete Real next(start = 1, fixed = true);
equation
  when time >= pre(next) then
    k = pre(k) + 1;
    next = pre(next) + k + 1;
  end when;
end chain_of_next_times;
