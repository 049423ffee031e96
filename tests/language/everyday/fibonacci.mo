//! 10.5: a = 55
model fibonacci
  Integer a(start = 0, fixed = true), b(start = 1, fixed = true);
equation
  when sample(1, 1) then
    a = pre(b);
    b = pre(a) + pre(b);
  end when;
end fibonacci;
