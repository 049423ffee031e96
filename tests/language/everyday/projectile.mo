//! 1: x = 8.775825618903728 +- 0.01
//! 1: y = -0.1107446139579702 +- 0.01
model projectile
  constant Real g = 9.81;
  parameter Real v0 = 10, angle = 0.5;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), vx(start = v0*cos(angle), fixed = true), vy(start = v0*sin(angle), fixed = true);
equation
  der(x) = vx;
  der(y) = vy;
  der(vx) = 0;
  der(vy) = -g;
end projectile;
