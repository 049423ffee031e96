//! 0.4: n = 0
//! 2.6: n = 3
model sample_with_offset
  Integer n(start = 0, fixed = true);
equation
  when sample(0.5, 1) then
    n = pre(n) + 1;
  end when;
end sample_with_offset;
