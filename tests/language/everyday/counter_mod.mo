//! 7.5: c = 3
model counter_mod
  Integer c(start = 0, fixed = true);
equation
  when sample(1, 1) then
    c = mod(pre(c) + 1, 4);
  end when;
end counter_mod;
