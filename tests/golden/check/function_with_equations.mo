model M
  function f
    input Real u;
    output Real y;
    Real z;
  protected
    output Real w;
  equation
    y = u;
  end f;
  function g
    input Real u;
    output Real y;
  algorithm
    u := 1;
  algorithm
    y := 2;
  end g;
  function h
    input Real u;
    output Real y;
  algorithm
  end h;
  Real x = f(1) + g(1) + h(1);
end M;
