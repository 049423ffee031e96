//! 0.5: n = 1
//! 4.5: n = 5
model sampled_counter
  Integer n(start = 0, fixed = true);
equation
  when sample(0, 1) then
    n = pre(n) + 1;
  end when;
end sampled_counter;
