//! 1: y = 0.8414709848078965 +- 1e-9
model c13 "external builtin"
  function mysin
    input Real u;
    output Real y;
    external "builtin" y = sin(u);
  end mysin;
  Real y = mysin(time);
end c13;
