model M
  function f
    input Real u;
    output Real y = u;
  algorithm
  end f;
  Real x;
equation
  f(x);
algorithm
  sin(1);
  x := 1;
end M;
