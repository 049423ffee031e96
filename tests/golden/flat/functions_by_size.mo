model functions_by_size
  function norm2
    input Real x[:];
    output Real r = 0;
  algorithm
    for i in 1:size(x, 1) loop
      r := r + x[i]^2;
    end for;
  end norm2;
  function mul
    input Real A[:, :];
    input Real x[size(A, 2)];
    output Real y[size(A, 1)];
  algorithm
    y := A*x;
  end mul;
  function ramp
    input Integer n;
    output Real y[n];
  protected
    Real t[2*n];
  algorithm
    t := 1:2*n;
    y := t[n + 1:end];
  end ramp;
  Real x[3], a, b, y[2], z[4];
equation
  der(x) = -x;
  a = norm2(x);
  b = norm2(x[1:2]) + norm2({a, a, a, a}) + norm2(2*x);
  y = mul({{1, 2, 3}, {4, 5, 6}}, x);
  z = ramp(4);
end functions_by_size;
