model huge_real
  Real r = 1e999;
end huge_real;
