model variable_from_outside
  parameter Real p = 2;
  constant Real c = 3;
  function f
    input Real x;
    output Real y;
  algorithm
    y := c*x + p + z;
  end f;
  Real z = f(1);
end variable_from_outside;
