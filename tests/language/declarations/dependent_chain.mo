//! set a = 3
//! 0: y = 19
//! 0: v[2] = 12
model dependent_chain
  parameter Real d = c + 1;
  parameter Real c = b*3;
  parameter Real b = 2*a;
  parameter Real a = 1;
  parameter Real p[3] = {b, 2*b, 3*b};
  Real y = d;
  Real v[3] = p;
end dependent_chain;
