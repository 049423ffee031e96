//! 0.2: n = 0
//! 0.3: n = 1
//! 1: n = 4
//! 1: s = 2.2 +- 1e-6
model samples_from_offset
  "samples that begin between the others"
  Integer n(start = 0, fixed = true);
  discrete Real s(start = 0, fixed = true);
equation
  when sample(0.25, 0.2) then n = pre(n) + 1; s = pre(s) + time; end when;
end samples_from_offset;
