// An outer component is another one's name: it has no values of its own.
model World
  parameter Real g = 10;
end World;
model Body
  outer World world(g = 2);
  Real v = world.g;
end Body;
model Other
  outer World world;
  Real v = world.g;
end Other;
package P
  constant Real g = 1;
  function f
    input Real x;
    output Real y;
  algorithm
    y := g*x;
  end f;
end P;
package P2 = P(h = 3);
package P3
  extends P(f(x = 3));
end P3;
model outer_modified
  inner World world;
  Body b;
  Other o(world(g = 3));
  Real a = P2.g;
  Real c = P3.f(1);
end outer_modified;
