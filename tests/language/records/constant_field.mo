//! 1: x = 30
//! 1: y = 33
// A constant in a record is no argument of its own; the function sees that of its argument
model constant_field
  record R
    constant Integer level = 2;
    parameter Real a = 1;
  end R;
  function f
    input R c;
    input Real T;
    output Real d;
  algorithm
    d := c.a + T + c.level;
  end f;
  parameter R plain;
  parameter R other(level = 5);
  Real x = f(plain, 27)*time, y = f(other, 27)*time;
  annotation(experiment(StopTime = 1));
end constant_field;
