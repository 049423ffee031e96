//! 0.5: q = false
//! 1.2: q = true
//! 2.5: q = true
//! 3.2: q = false
//! 4.2: q = true
//! 4.2: n = 2
model latch
  Boolean set = time > 1 and time < 2 or time > 4, reset = time > 3 and time < 3.5;
  Boolean q(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  q = (pre(q) or set) and not reset;
  when q then
    n = pre(n) + 1;
  end when;
end latch;
