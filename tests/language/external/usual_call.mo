//! 0: y = 32
//! 0: z[2] = 4
model usual_call "external without a call: inputs and outputs as declared, arrays with sizes"
  function scaled
    input Real x[:];
    input Real k;
    output Real y;
    external "C" annotation(Include =
      "static double scaled(const double *x, int n, double k)
       { double s = 0; for (int i = 0; i < n; i++) s += k*x[i]; return s; }");
  end scaled;
  function doubled
    input Real x[:];
    output Real y[size(x, 1)];
    external "C" annotation(Include =
      "static void doubled(const double *x, int n, double *y, int m)
       { for (int i = 0; i < n && i < m; i++) y[i] = 2*x[i]; }");
  end doubled;
  parameter Real a[4] = {1, 2, 3, 10};
  Real y = scaled(a, 2), z[4] = doubled(a);
end usual_call;
