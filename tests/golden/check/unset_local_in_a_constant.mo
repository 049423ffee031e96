model M
  function f
    input Integer n;
    output Integer y;
  protected
    Integer k;
  algorithm
    y := n + k;
  end f;
  Real x[f(5)];
end M;
