//! 1.5: a = true
//! 1.5: b = true
//! 1.5: c = true
model many_rounds
  Boolean a(start = false, fixed = true), b(start = false, fixed = true), c(start = false, fixed = true);
equation
  when time > 1 then
    a = true;
  end when;
  when pre(a) then
    b = true;
  end when;
  when pre(b) then
    c = true;
  end when;
end many_rounds;
