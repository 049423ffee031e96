model M
  constant Real v[3] = {1, 2, 3};
  constant Real s = sum(v[i*i] for i in 1:2);
  function f
    input Integer n;
    output Real y;
  protected
    Real a[n];
  algorithm
    a := fill(1, n);
    y := a[n + 1];
  end f;
  constant Real t = f(2);
end M;
