model M
  parameter Real k = 2;
  constant Real one = 1;
  Real x = f(1);
  function f
    input Real u;
    output Real y;
  algorithm
    y := k*u + one + time;
  end f;
end M;
