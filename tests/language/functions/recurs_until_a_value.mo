//! 1: y = 3 +- 1e-2
//! 1: z = 0.25 +- 1e-3
//! 1: p = 1 +- 1e-3
model recurs_until_a_value
  function root "of a, by calling itself: warned of"
    input Real a, x;
    output Real r;
  algorithm
    if abs(x*x - a) < 1e-10 then
      r := x;
    else
      r := root(a, (x + a/x)/2);
    end if;
  end root;
  function saw "moves its argument only: right"
    input Real x;
    output Real y;
  algorithm
    y := if x > 1 then saw(x - 1) else x;
  end saw;
  function power "ends at an Integer: right"
    input Real x;
    input Integer n;
    output Real y;
  algorithm
    y := if n <= 0 then 1 else x*power(x, n - 1);
  end power;
  Real x(start = 4, fixed = true), y, z, p;
equation
  der(x) = 5;
  y = root(x, 1);
  z = saw(x - 7.75);
  p = power(x - 8, 3);
  annotation(experiment(StopTime = 1));
end recurs_until_a_value;
