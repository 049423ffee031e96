model always_singular
  Real y, z;
equation
  y + z = 1;
  2*y + 2*z = 2;
end always_singular;
