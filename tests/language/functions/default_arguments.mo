//! 0: a = 111
//! 0: b = 211
//! 0: c = 113
//! 0: d = 142
//! 0: e = 26
model default_arguments
  function f
    input Real x = 100;
    input Real y = 10;
    input Real z = 1;
    output Real r = x + y + z;
  algorithm
  end f;
  function g
    input Real v[:] = {1, 2, 3};
    input Real w = 2*sum(v);
    output Real r;
  algorithm
    r := w + 2;
  end g;
  Real a = f(), b = f(200), c = f(z = 3), d = f(100, z = 2, y = 40);
  Real e = g({4, 8});
end default_arguments;
