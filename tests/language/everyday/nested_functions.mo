//! 1: x = 9 +- 0.02
model nested_functions
  function sq
    input Real u;
    output Real y;
  algorithm
    y := u*u;
  end sq;
  function both
    input Real u;
    output Real a, b;
  algorithm
    a := sq(u);
    b := a + 5;
  end both;
  Real p, q, x(start = 0, fixed = true);
equation
  (p, q) = both(2);
  der(x) = q;
end nested_functions;
