//! 1.5: a[1] = 3
//! 1.5: a[3] = 1
//! 1.5: s = 6
//! 2.5: a[1] = 1
//! 2.5: n = 2
model array_function_in_body
  function reversed
    input Real x[:];
    output Real y[size(x, 1)];
    output Real s;
  algorithm
    for i in 1:size(x, 1) loop
      y[i] := x[size(x, 1) + 1 - i];
    end for;
    s := sum(x);
  end reversed;
  discrete Real a[3](start = {1, 2, 3}, each fixed = true), s(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  when sample(1, 1) then
    (a, s) = reversed(pre(a));
    n = pre(n) + 1;
  end when;
end array_function_in_body;
