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
  Real x;
equation
  x = f();
  x = f(1, 2, 3);
  x = f(1, m = 3);
  x = f(1, u = 2);
  x = f(n = 3);
  x = f(1, 2.5);
  x = f(true);
end M;
