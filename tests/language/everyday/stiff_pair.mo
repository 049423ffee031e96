//! 2: y = 0.1354707539906033 +- 0.003
model stiff_pair
  Real y(start = 1, fixed = true), z(start = 1, fixed = true);
equation
  der(z) = -1000*(z - y);
  der(y) = -y;
end stiff_pair;
