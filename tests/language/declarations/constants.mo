//! 0: r = 6.5
model constants
  constant Real k = 2.5;
  constant Integer n = 4;
  final parameter Real p = k + n;
  Real r = p;
end constants;
