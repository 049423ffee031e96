model defaults_of_functions
  function f
    input Real a;
    input Real b = 2*a;
    input Real c = 3;
    output Real y = a + b*c;
  algorithm
  end f;
  Real x, y, z, w;
equation
  der(x) = -x;
  y = f(x);
  z = f(x, c = 4);
  w = f(c = 1, a = x, b = y);
end defaults_of_functions;
