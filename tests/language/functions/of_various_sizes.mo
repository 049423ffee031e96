//! 0: a = 6
//! 0: b = 28
//! 0: c = 0
//! 1: d = 3 +- 1e-6
model of_various_sizes
  function total
    input Real x[:];
    output Real s = 0;
  algorithm
    for e in x loop
      s := s + e;
    end for;
  end total;
  function both
    input Real x[:];
    output Real s;
  algorithm
    s := total(x) + total(cat(1, x, x));
  end both;
  parameter Integer N = 3;
  Real a = total({1, 2, 3});
  Real b = both({1, 2, 4})/3 + total(1:6);
  Real c = total(zeros(0));
  Real x(start = 0, fixed = true);
  Real d = total(fill(x, N));
equation
  der(x) = 1;
end of_various_sizes;
