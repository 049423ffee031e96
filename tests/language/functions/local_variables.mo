//! 0: r = 19
model local_variables
  function f
    input Real x;
    output Real y;
  protected
    Real a = 2*x;
    Real t[3] = {x, a, a + 1};
  algorithm
    y := sum(t) + a*x;
  end f;
  Real r = f(2);
end local_variables;
