//! 5: x = 0.5 +- 0.005
//! 5: a = 1
//! 5: b = 2
//! 5: y = -0.9677193 +- 0.0097
model swapped_discretes
  Real x(start = 0), y;
  discrete Real a(start = 1), b(start = 2);
  function swap
    input Real p; input Real q;
    output Real r; output Real s;
  algorithm
    r := q; s := p;
  end swap;
equation
  der(x) = a;
  y = exp(-x)*cos(x) + -2^2 + abs(-x) + min(a, b) + max(a, -b);
algorithm
  when x > 1 then
    (a, b) := swap(a, b);
    reinit(x, 0);
  end when;
  annotation(experiment(StopTime = 5));
end swapped_discretes;
