model wrong_calls
  function f
    input Real x;
    output Real y;
    external "FORTRAN 77" y = my_f(x);
  end f;
  function g
    input Real x;
    output Real y, z;
    external "C" y = my_g(x + 1);
  end g;
  function h
    input Real x;
    output Real y;
    external "C" y = my_h(x);
    annotation(derivative = slope);
  end h;
  function slope
    input Real x;
    output Real y;
  algorithm
    y := x;
  end slope;
  parameter Integer n = integer(h(2));
  Real x(start = 1, fixed = true), v[n];
equation
  der(x) = f(x) + g(x) + h(x);
end wrong_calls;
