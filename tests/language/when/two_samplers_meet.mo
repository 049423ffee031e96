//! 0.5: a = 1
//! 0.5: b = 1
//! 0.5: both = 1
//! 5.5: a = 3
//! 5.5: b = 2
//! 6.5: a = 4
//! 6.5: b = 3
//! 6.5: both = 2
//! 12.5: both = 3
model two_samplers_meet
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true), both(start = 0, fixed = true);
  Boolean s2 = sample(0, 2), s3 = sample(0, 3);
equation
  when s2 then
    a = pre(a) + 1;
  end when;
  when s3 then
    b = pre(b) + 1;
  end when;
  when s2 and s3 then
    both = pre(both) + 1;
  end when;
end two_samplers_meet;
