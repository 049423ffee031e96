model A
  parameter Real gain = 1;
  Real x = gian;
equation
  x = missing + 3;
end A;
package P
  parameter Real p = 1;
  constant Real q = 2;
end P;
model c
  A a;
  Real y = a.gian + a.x.z + P.p + P.r + a;
  Real z = Unknown.x;
  model Inside
    Real i = y;
  end Inside;
  Inside inside;
end c;
