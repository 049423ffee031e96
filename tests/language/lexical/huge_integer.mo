model huge_integer
  parameter Integer n = 99999999999999999999;
  Real r = n;
end huge_integer;
