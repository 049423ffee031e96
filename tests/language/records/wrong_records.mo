package P
  record R
    Real a, b;
  end R;
  record S
    Real a, c;
  end S;
  function f
    input R r;
    output R y = r;
  algorithm
  end f;
  model Part
    Real v = 1;
  end Part;
end P;
model wrong_records
  import P.*;
  R r, s, u = R(1, 2, 3), w = R(a = 1, c = 2);
  S t;
  Part p = R(1, 2);
  Real x, y;
equation
  r = t;
  s = R(1);
  r = 3;
  x = r;
  y = f(r);
  y = R(1, 2);
  r = f(r, s);
  t = f(t = r);
algorithm
  s := R(s.b, s.a);
end wrong_records;
