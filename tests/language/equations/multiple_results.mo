//! 0: a = 2
//! 0: b = 3
model multiple_results
  function f
    input Real x;
    output Real y = x + 1;
    output Real z = x + 2;
  algorithm
  end f;
  Real a, b;
equation
  (a, b) = f(1);
end multiple_results;
