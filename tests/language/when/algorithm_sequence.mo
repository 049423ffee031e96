//! 1.5: a = 1
//! 1.5: b = 3
model algorithm_sequence
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
algorithm
  when sample(1, 1) then
    a := a + 1;
    b := a + 1;
    b := b + a;
  end when;
end algorithm_sequence;
