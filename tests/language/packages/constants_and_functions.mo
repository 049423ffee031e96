//! 0: r = 6.28318530717959 +- 1e-12
//! model user
package Tools
  constant Real twopi = 2*3.14159265358979324;
  function scale
    input Real x;
    output Real y = twopi*x;
  algorithm
  end scale;
end Tools;
model user
  Real r = Tools.scale(1);
end user;
