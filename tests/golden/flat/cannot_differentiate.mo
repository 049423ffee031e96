model cannot_differentiate
  Real x(start = 1), y, z;
  discrete Real d;
equation
  der(x) = -x;
  y = 2*x;
  z = der(x*y) + der(floor(x));
  when x < 0.5 then
    d = 1;
  end when;
end cannot_differentiate;
