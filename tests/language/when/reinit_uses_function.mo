//! tol 1e-5 1e-7
//! 1.5: x = 10.5 +- 1e-3
//! 1.5: y = 1.5 +- 1e-3
model reinit_uses_function
  function jump
    input Real x;
    input Real y;
    output Real z = 10*x*y;
  algorithm
  end jump;
  Real x(start = 0, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = 1;
  der(y) = 1;
  when x > 1 then
    reinit(x, jump(pre(x), y));
  end when;
end reinit_uses_function;
