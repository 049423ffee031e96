//! 1: v = 6.321205588285577 +- 0.02
model rc_charge
  parameter Real R = 1000, C = 1e-3, V = 10;
  Real v(start = 0, fixed = true), i;
equation
  V = R*i + v;
  C*der(v) = i;
end rc_charge;
