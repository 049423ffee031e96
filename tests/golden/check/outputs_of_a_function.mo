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
  Real a, b, c;
  Boolean d;
equation
  (a, b, c) = f(1);
  (a, d) = f(2);
  (a, b) = a + 1;
  (a, b) = sin(1);
end M;
