model M
  function f
    input Integer n;
    output Integer y;
  algorithm
    y := f(n + 1);
  end f;
  function g
    input Integer n;
    output Integer y = 0;
  algorithm
    while n > 0 loop
      y := y + 1;
    end while;
  end g;
  Real x[f(1)];
  Real y[g(1)];
end M;
