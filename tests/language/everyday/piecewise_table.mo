//! 0.5: y = 5 +- 0.01
//! 1.5: y = 15 +- 0.01
//! 3: y = 20
model piecewise_table
  parameter Real t[3] = {0, 1, 2}, v[3] = {0, 10, 20};
  function interp
    input Real x[:], f[:], u;
    output Real y;
  algorithm
    y := f[1];
    for i in 1:size(x, 1) - 1 loop
      if u >= x[i] then
        y := if u < x[i + 1] then f[i] + (f[i + 1] - f[i])*(u - x[i])/(x[i + 1] - x[i]) else f[i + 1];
      end if;
    end for;
  end interp;
  Real y = interp(t, v, z), z(start = 0, fixed = true);
equation
  der(z) = 1;
end piecewise_table;
