//! 0: n = 5
//! 0: d = 0.5
model start_of_discrete
  function half
    input Real x;
    output Real y = x/2;
  algorithm
  end half;
  function five
    output Integer n = 5;
  algorithm
  end five;
  Integer n(start = five(), fixed = true);
  discrete Real d(start = half(1), fixed = true);
equation
  when time > 10 then
    n = 1;
    d = half(pre(d) + 1);
  end when;
end start_of_discrete;
