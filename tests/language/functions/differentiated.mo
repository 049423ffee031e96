// x' = f(x) with f(x) = -x computed by a loop: series and Jacobian go through the function.
//! tol 1e-6 1e-8
//! 1: x = 0.367879 +- 1e-4
model differentiated
  function f
    input Real x;
    output Real y;
  algorithm
    y := 0;
    for i in 1:4 loop
      y := y - x/4;
    end for;
  end f;
  Real x(start = 1, fixed = true);
equation
  der(x) = f(x);
end differentiated;
