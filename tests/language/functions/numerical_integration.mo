//! 0: s = 0.3333333333333 +- 1e-9
//! 1: f = 2.6666666666 +- 1e-6
model numerical_integration
  "Simpson's rule is exact for x^2"
  function simpson
    input Real a;
    input Real b;
    input Integer n = 4;
    output Real s = 0;
  protected
    Real h = (b - a)/n;
    Real x;
  algorithm
    for i in 0:n loop
      x := a + i*h;
      s := s + (if i == 0 or i == n then 1 elseif mod(i, 2) == 1 then 4 else 2)*x^2;
    end for;
    s := s*h/3;
  end simpson;
  Real s = simpson(0, 1);
  Real x(start = 1, fixed = true);
  Real f = simpson(0, x, n = 6);
equation
  der(x) = 1;
end numerical_integration;
