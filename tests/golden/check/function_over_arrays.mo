model M
  function f
    input Real u;
    input Integer n = 2;
    output Real y;
    output Real z;
  algorithm
    y := u*n;
    z := u;
  end f;
  Real a[2], b[2, 2];
equation
  a = f({1, 2, 3});
  b = f(b, {1, 2});
  a = f({1, 2}, {1, 2});
end M;
