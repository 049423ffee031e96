model M
  function f
    input Real u;
    output Real y;
  algorithm
    y := pre(u) + der(u) + (if initial() then 1 else 2);
    reinit(y, 1);
    terminate("a");
  end f;
  Real x = f(1);
end M;
