//! 1: x = 28
model c18 "record with a constant field, as argument of a function"
  record R
    constant Integer LEVEL = 1;
    parameter Real a = 1;
  end R;
  function f
    input R c;
    input Real T;
    output Real d;
  algorithm
    d := c.a + T;
  end f;
  parameter R card;
  parameter Real m = f(card, 27);
  Real x = m*time;
end c18;
