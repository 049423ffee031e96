//! 0: r = 7
//! 0: s = 1
model named_arguments
  function f
    input Real a;
    input Real b = 2;
    input Real c = b + 1;
    output Real r;
  algorithm
    r := a + b*c - 1;
  end f;
  Real r = f(a = 2);
  Real s = f(2, c = 0, b = 5);
end named_arguments;
