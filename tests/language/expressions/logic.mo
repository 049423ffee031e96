//! 0: a = true
//! 0: b = false
//! 0: c = true
//! 0: d = true
model logic
  parameter Boolean t = true, f = false;
  Boolean a = t or f and f;
  Boolean b = not t;
  Boolean c = not f and t;
  Boolean d = 1 < 2 and 2 <= 2 and 3 > 2 and 3 >= 3 and 1 <> 2 and 2 == 2;
end logic;
