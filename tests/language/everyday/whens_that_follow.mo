//! 2.5: a = 2
//! 2.5: b = 3
//! 2.5: c = 5
model whens_that_follow
  "an event makes an event at the same instant"
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), c(start = 0, fixed = true);
equation
  when sample(1, 1) then a = pre(a) + 1; end when;
  when change(a) then b = a + 1; end when;
  when {change(a), change(b)} then c = a + b; end when;
end whens_that_follow;
