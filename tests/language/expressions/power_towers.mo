model power_towers
  Real a = 2^3^2;
end power_towers;
