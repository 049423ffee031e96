//! 0.5: d = false
//! 1.5: d = true
//! 1.5: n = 4
model rounds_of_booleans
  "each is switched by the one before it, in rounds of one event"
  Boolean a = time > 1, b(start = false, fixed = true), c(start = false, fixed = true), d(start = false, fixed = true);
  Integer n = (if a then 1 else 0) + (if b then 1 else 0) + (if c then 1 else 0) + (if d then 1 else 0);
equation
  when pre(c) then
    d = true;
  end when;
  when pre(b) then
    c = true;
  end when;
  when pre(a) then
    b = true;
  end when;
end rounds_of_booleans;
