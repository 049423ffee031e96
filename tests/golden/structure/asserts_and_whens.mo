model asserts_and_whens
  Real x(start = 1), y;
  discrete Real d(start = 0);
equation
  y = 2*x;
  der(x) = -y + d;
  assert(y > -3, "y is too small");
  when y < 0.5 then
    d = y + 1;
    reinit(x, y);
  end when;
end asserts_and_whens;
