//! 40: vc = 5 +- 0.01
//! 40: i = 0 +- 0.01
model rlc_steady
  parameter Real R = 1, L = 0.5, C = 0.5;
  Real i(start = 0, fixed = true), vc(start = 0, fixed = true);
equation
  L*der(i) = 5 - R*i - vc;
  C*der(vc) = i;
end rlc_steady;
