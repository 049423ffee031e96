model M
  function f
    input Real u;
    input Integer n;
    output Real y[n];
  algorithm
    y := fill(u, n);
  end f;
  function g
    input Real u;
    output Real y[:];
  algorithm
    y := {u};
  end g;
  Integer k(start = 1);
  Real x[3] = f(1, k);
  Real z[1] = g(2);
equation
  when time > 1 then
    k = 3;
  end when;
end M;
