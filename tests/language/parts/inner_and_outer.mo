// inner outer: from outside a room its T means the one around, the parts in it see its own.
model Body
  outer parameter Real T;
  Real v(start = 0, fixed = true);
equation
  der(v) = T;
end Body;
model Room
  inner outer parameter Real T = 7;
  Body b;
  Real seen = T;
end Room;
model World
  parameter Real g = 10;
  parameter Real n[2] = {0, -1};
end World;
model Falling
  outer World world;
  Real v[2](each start = 0, each fixed = true);
equation
  der(v) = world.g*world.n;
end Falling;
model inner_and_outer
  inner parameter Real T = 5;
  inner World world(g = 2);
  Room r, s(T = 8);
  Body c;
  Falling f[2];
end inner_and_outer;
//! 1: r.b.v = 7 +- 1e-6
//! 1: s.b.v = 8 +- 1e-6
//! 1: c.v = 5 +- 1e-6
//! 1: r.seen = 5
//! 1: f[2].v[2] = -2 +- 1e-6
