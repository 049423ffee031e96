model M
  type A = B;
  type B = A;
  A x;
  function f = g;
  function g = f;
  Real y = f(1);
equation
  x = 1;
end M;
