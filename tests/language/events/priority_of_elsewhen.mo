//! 0.9: a = 0
//! 1.5: a = 1
//! 1.5: b = 10
//! 2.5: a = 2
//! 2.5: b = 10
model priority_of_elsewhen "at the same instant the first branch wins, and others see what it gave"
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  when time >= 1 then
    a = 1;
  elsewhen sample(1, 1) then
    a = 2;
  end when;
  when sample(1, 10) then
    b = 10*a;
  end when;
end priority_of_elsewhen;
