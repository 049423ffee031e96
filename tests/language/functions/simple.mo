//! 0: r = 13
model simple
  function f "a function"
    input Real x;
    input Real y = 3;
    output Real z;
  algorithm
    z := x^2 + y^2;
  end f;
  Real r = f(2);
end simple;
