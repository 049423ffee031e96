//! 0.5: q = 0
//! 1.5: q = 3
//! 1.5: r = 2
//! 2.5: q = 1
//! 2.5: r = 1
model function_with_two_results_in_when
  import math;
  function divide
    input Real a;
    input Real b;
    output Real q;
    output Real r;
  algorithm
    q := floor(a/b);
    r := a - b*q;
  end divide;
  Real x;
  discrete Real n(start = 17), q, r, nextT(start = 1);
equation
  der(x) = 1;
algorithm
  when time > nextT then
    nextT := nextT + 1;
    (q, r) := divide(n, 5);
    n := q + r + 1;
  end when;
  annotation(experiment(StopTime = 3, MMO_Solver = QSS2));
end function_with_two_results_in_when;
