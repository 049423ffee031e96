model M
  function f
    input Integer n;
    output Integer y;
  algorithm
    assert(n < 3, "n is too large: " + String(n));
    y := n;
  end f;
  Real x[f(5)];
end M;
