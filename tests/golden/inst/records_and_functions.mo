record Complex "re + i im"
  Real re, im;
end Complex;
function add
  input Complex a, b;
  output Complex c;
algorithm
  c := Complex(a.re + b.re, a.im + b.im);
end add;
function abs2
  input Complex a;
  output Real y;
algorithm
  y := a.re^2 + a.im^2;
end abs2;
partial function Binary
  input Complex a, b;
  output Complex c;
end Binary;
function mul "extends another one; assigns a record from its own fields"
  extends Binary;
algorithm
  c := a;
  c := Complex(c.re*b.re - c.im*b.im, c.re*b.im + c.im*b.re);
end mul;
function twice
  input Real x;
  output Real y;
protected
  Complex z;
algorithm
  z := add(Complex(x, 0), Complex(re = x, im = 1));
  y := z.re + abs2(add(z, z));
end twice;
function both
  input Complex a[1];
  output Complex b;
  output Real y;
algorithm
  b := a[1];
  y := abs2(b);
end both;
record Data
  parameter Real R = 1;
  Complex z(re(start = 3)), w[2];
end Data;
package P
  constant Complex i = Complex(0, 1);
end P;
model records_and_functions
  parameter Integer n = 3;
  Complex u = Complex(time, 1), v(re = 2), s;
  Complex a[n] = {Complex(k, 2*k) for k in 1:n}, b[n];
  Data d(R = 4, w = {Complex(1, 2), Complex(3, 4)});
  Data e = d;
  Complex s2;
  Real q, q2, total = sum(a.re), N = size(a, 1);
equation
  s = add(u, v);
  b = a;
  d.z = if time > 1 then u else P.i;
  (s2, q2) = both({mul(u, v)});
  q = abs2(add(u, s)) + twice(time) + P.i.im;
  v.im = 3;
end records_and_functions;
