model ideal_diode
  Real v, i, x, s;
  Boolean open = s < 0;
equation
  v = if open then s else 0;
  i = if open then 0 else s;
  v = sin(time) - x - 10*i;
  der(x) = i;
end ideal_diode;
