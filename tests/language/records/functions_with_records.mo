//! 1: s.re = 3 +- 1e-9
//! 1: s.im = 4 +- 1e-9
//! 1: q = 41 +- 1e-9
//! 1: y = 22 +- 1e-9
//! 1: w.re = -0.89030159 +- 1e-7
//! 1: w.im = 2.2448288 +- 1e-7
//! 1: norm = 5 +- 1e-9
//! 1: direction.im = 0.8 +- 1e-9
//! 1: far = 10 +- 1e-9
//! 1: x.re = 0.5403023 +- 1e-3
//! 1: x.im = -0.8414710 +- 1e-3
package Numbers
  record Complex
    Real re, im;
  end Complex;
  constant Complex i = Complex(0, 1);
  partial function Binary "of two numbers"
    input Complex a, b;
    output Complex c;
  end Binary;
  function add
    extends Binary;
  algorithm
    c := Complex(a.re + b.re, a.im + b.im);
  end add;
  function mul
    extends Binary;
  algorithm
    c.re := a.re*b.re - a.im*b.im;
    c.im := a.re*b.im + a.im*b.re;
  end mul;
  function abs2
    input Complex a;
    output Real y = a.re^2 + a.im^2;
  algorithm
  end abs2;
  function polar "two results, one of them a record"
    input Complex a;
    output Real r;
    output Complex u;
  algorithm
    r := sqrt(abs2(a));
    u := Complex(a.re/r, a.im/r);
  end polar;
  function iterate "a record that is assigned from its own fields"
    input Complex c;
    input Integer n = 2;
    output Complex z = c;
  algorithm
    for k in 1:n loop
      z := Complex(z.re^2 - z.im^2 + c.re, 2*z.re*z.im + c.im);
    end for;
  end iterate;
  function farthest "an array of records"
    input Complex a[:];
    output Real y = 0;
  algorithm
    for k in 1:size(a, 1) loop
      y := max(y, abs2(a[k]));
    end for;
  end farthest;
  function twice "records inside only"
    input Real x;
    output Real y;
  protected
    Complex z;
  algorithm
    z := add(Complex(x, 0), Complex(re = x, im = 1));
    y := z.re + abs2(add(z, z));
  end twice;
end Numbers;
model functions_with_records
  import Numbers.*;
  function plus = add;
  Complex u = Complex(time, 1), v = Complex(2, 3), s = plus(u, v), w;
  Complex direction, x(re(start = 1, fixed = true), im(start = 0, fixed = true)), slope;
  Real q = abs2(add(u, s)), y = twice(time), norm;
  Real far = farthest({u, Complex(1, 3), Complex(0, 2)});
equation
  w = iterate(Complex(0.1, time), n = 3);
  (norm, direction) = polar(s);
  slope = mul(a = x, b = Numbers.i);
  der(x.re) = -slope.re;
  der(x.im) = -slope.im;
  annotation(__Saltus_tolerance = 1e-5);
end functions_with_records;
