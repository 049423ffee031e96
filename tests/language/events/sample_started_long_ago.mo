//! 0.1: n = 1
//! 0.6: n = 2
//! 1.1: n = 3
model sample_started_long_ago
  "samples before the start are not counted"
  Integer n(start = 0, fixed = true);
equation
  when sample(-2, 0.5) then
    n = pre(n) + 1;
  end when;
end sample_started_long_ago;
