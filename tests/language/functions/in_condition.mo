//! tol 1e-5 1e-7
//! 3: t1 = 2 +- 1e-4
model in_condition
  function square
    input Real x;
    output Real y = x*x;
  algorithm
  end square;
  Real x(start = 0, fixed = true);
  discrete Real t1(start = 0, fixed = true);
equation
  der(x) = 1;
  when square(x) > 4 then
    t1 = time;
  end when;
end in_condition;
