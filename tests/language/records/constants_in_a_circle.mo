package P
  record R
    Real a, b;
  end R;
  constant R r = R(s.a, 1);
  constant R s = R(r.a, 2);
  constant R t = t;
end P;
model constants_in_a_circle
  Real x = P.r.a, y = P.t.b;
end constants_in_a_circle;
