//! 3.5: a = 4
//! 3.5: b = 8
//! 3.5: c = true
model chain_of_discretes
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
  Boolean c = b > 7;
equation
  when sample(0, 1) then
    a = pre(a) + 1;
    b = 2*a;
  end when;
end chain_of_discretes;
