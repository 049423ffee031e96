//! 1: y = 0.8414709848 +- 1e-4
//! 1: z = 1 +- 1e-3
//! 1: n = 3
//! 1: b = true
//! 1: tt = 14 +- 1e-12
//! 1: u[1] = 0.8414709848 +- 1e-3
package C "functions in C: results, outputs by reference, arrays, Integers, Booleans, texts"
  function sine
    input Real x;
    output Real y;
    external "C" y = sin(x) annotation(Include = "#include <math.h>");
  end sine;
  function dot
    input Real a[:], b[size(a, 1)];
    output Real y;
    output Integer n;
    output Boolean positive;
    external "C" dotprod(a, b, size(a, 1), y, n, positive) annotation(Include =
      "static void dotprod(const double *a, const double *b, int n, double *y, int *m, int *p)
       { *y = 0; for (int i = 0; i < n; i++) *y += a[i]*b[i]; *m = n; *p = 7*(*y > 0); }");
  end dot;
  function swap
    input Real x[2];
    output Real y[2];
    external "C" swap2(x, y) annotation(Include =
      "static void swap2(const double *x, double *y) { y[0] = x[1]; y[1] = x[0]; }");
  end swap;
  function count
    input Integer k[:];
    output Integer s;
    protected Real work[3];
    external "C" s = weigh("abc", k, size(k, 1), 2.0, -1, work) annotation(Include =
      "#include <string.h>
       static int weigh(const char *t, const int *k, int n, double f, int d, double *w)
       { int s = 0; w[2] = 0; for (int i = 0; i < n; i++) s += k[i]*(i + 1);
         return s + (int)(strlen(t)*f) + d*6 + (int)w[2]; }");
  end count;
end C;
model values_and_arrays
  Real x(start = 0, fixed = true), v(start = 1, fixed = true), y, u[2], tt = t;
  discrete Real z(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean b(start = false, fixed = true);
  parameter Integer k[3] = {1, 2, 3};
  parameter Real t = C.count(k);
equation
  der(x) = v;
  der(v) = -x;
  y = C.sine(time);
  u = C.swap({v, x});
  when sample(0, 0.1) then
    (z, n, b) = C.dot({x, v, 1}, {x, v, 0});
  end when;
  annotation(experiment(StopTime = 1, Tolerance = 1e-5));
end values_and_arrays;
