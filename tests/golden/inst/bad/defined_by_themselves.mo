model A = B;
model B = A;
package X = X.Y;
model c
  A a;
  X.Z z;
end c;
