//! 0: a = 3.14159265358979 +- 1e-12
//! 0: b = 1
model standard_constants
  import Modelica.Constants.pi;
  Real a = pi;
  Real b = Modelica.Math.sin(Modelica.Constants.pi/2);
end standard_constants;
