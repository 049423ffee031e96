// Blocks with vector ports, arrays of blocks; connectors with arrays, extended and by a short definition.
connector RealInput = input Real;
connector RealOutput = output Real;
block Sum
  parameter Integer nin = 2;
  parameter Real k[nin] = ones(nin);
  RealInput u[nin];
  RealOutput y;
equation
  y = k*u;
end Sum;
block Constant
  parameter Real k = 1;
  RealOutput y = k;
end Constant;
block Gain
  parameter Real k = 1;
  RealInput u;
  RealOutput y = k*u;
end Gain;
block Double
  parameter Integer n = 2;
  input Real u[n];
  output Real y[n] = 2*u;
end Double;
block Integrator
  RealInput u;
  RealOutput y(start = 0, fixed = true);
equation
  der(y) = u;
end Integrator;
connector Multi
  parameter Integer n = 3;
  Real v[n];
  flow Real i[n];
end Multi;
connector Two = Multi(n = 2);
connector More
  extends Multi;
  Real extra;
end More;
model Load
  Two p;
equation
  p.i = {1, 2} .* p.v;
end Load;
model Feed
  Two p;
  More q;
equation
  p.v = {1, time};
  q.v = {1, 2, 3};
  q.extra = 5;
end Feed;
model vectors_between_blocks
  Sum s(nin = 3), s2(k = {1, -1});
  Constant c[3](k = {1, 2, 3});
  Integrator i;
  Double m(n = 3);
  Gain g[4](k = 1:4);
  Load load;
  Feed feed;
equation
  connect(c.y, s.u);
  connect(s.y, i.u);
  connect(i.y, s2.u[1]);
  connect(s.y, s2.u[2]);
  m.u = c.y;
  connect(g[1:3].y, g[2:4].u);
  connect(c[2].y, g[1].u);
  connect(feed.p, load.p);
end vectors_between_blocks;
//! 1: i.y = 6 +- 1e-6
//! 1: s2.y = 0 +- 1e-6
//! 1: m.y[3] = 6
//! 1: g[4].y = 48
//! 1: load.p.i[2] = 2 +- 1e-9
//! 1: feed.q.extra = 5
