// power(x, 3) by recursion: x' = -x^3, x = 1/sqrt(1 + 2 t).
//! tol 1e-6 1e-8
//! 1.5: x = 0.5 +- 1e-4
model recursive_in_equation
  function power
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    if n == 0 then
      y := 1;
    else
      y := x*power(x, n - 1);
    end if;
  end power;
  Real x(start = 1, fixed = true);
equation
  der(x) = -power(x, 3);
end recursive_in_equation;
