//! 1: b.re = -2
//! 1: b.im = 0
//! 1: c.re = 1 +- 1e-12
//! 1: c.im = -1 +- 1e-12
//! 1: d.re = 3
//! 1: e.im = 2
//! 1: i.re = 0.5 +- 1e-9
//! 1: i.im = -0.5 +- 1e-9
//! 1: w[2].re = -4
//! 1: s.re = 4
//! 1: s.im = 2
//! 1: p.im = 8
//! 1: h.re = 10
//! 1: x.re = 0.5403023058681398 +- 1e-3
//! 1: bigger = 1
// Operators of a record: written out where they are one assignment, called where they are more; numbers
// among the operands; equations solved for what is in them; arrays
model operators
  operator record C
    Real re;
    Real im;
    encapsulated operator 'constructor'
      import operators.C;
      function number
        input Real re;
        input Real im = 0;
        output C made(re = re, im = im);
      algorithm
      end number;
    end 'constructor';
    encapsulated operator '+'
      import operators.C;
      function add input C a; input C b; output C c; algorithm c := C(a.re + b.re, a.im + b.im); end add;
    end '+';
    encapsulated operator '-'
      import operators.C;
      function negate input C a; output C c; algorithm c := C(-a.re, -a.im); end negate;
      function subtract input C a; input C b; output C c; algorithm c := C(a.re - b.re, a.im - b.im); end subtract;
    end '-';
    encapsulated operator '*'
      import operators.C;
      function multiply
        input C a;
        input C b;
        output C c;
      algorithm
        c := C(a.re*b.re - a.im*b.im, a.re*b.im + a.im*b.re);
      end multiply;
      function scalar
        input C a[:];
        input C b[size(a, 1)];
        output C c;
      algorithm
        c := C(0);
        for i in 1:size(a, 1) loop
          c := c + a[i]*b[i];
        end for;
      end scalar;
    end '*';
    encapsulated operator function '/'
      import operators.C;
      input C a;
      input C b;
      output C c;
    protected
      Real n;
    algorithm
      n := b.re^2 + b.im^2;
      c := C((a.re*b.re + a.im*b.im)/n, (a.im*b.re - a.re*b.im)/n);
    end '/';
    encapsulated operator '^'
      import operators.C;
      function power
        input C a;
        input Integer n;
        output C c;
      algorithm
        c := C(1);
        for i in 1:n loop
          c := c*a;
        end for;
      end power;
    end '^';
    encapsulated operator '>'
      import operators.C;
      function greater input C a; input C b; output Boolean y; algorithm y := a.re > b.re; end greater;
    end '>';
  end C;
  C a = C(1, time), b = a*a - 2*a, c = -b/a, d = a + 2, e = 2*a;
  C i "the current through an impedance";
  C v[2] = {a, b}, w[2] = v + v, s = v*v, p = {a*k for k in 1:2}*{C(0, 1), C(0, 1)} + C(3, 5), h;
  C x(re(start = 1, fixed = true), im(start = 0, fixed = true));
  Boolean bigger = a + 1 > a;
equation
  a*i = C(1);
  h = e^2 + 10;
  C(der(x.re), der(x.im)) = C(0, 1)*x;
  annotation(experiment(StopTime = 1, Tolerance = 1e-4));
end operators;
