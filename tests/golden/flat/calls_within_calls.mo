model calls_within_calls
  function scale
    input Real x[:], k;
    output Real y[size(x, 1)] = k*x;
  algorithm
  end scale;
  function dot
    input Real a[:], b[:];
    output Real s = a*b;
  algorithm
  end dot;
  function poly
    input Real c[:], x;
    output Real y = 0;
  algorithm
    for i in size(c, 1):-1:1 loop
      y := y*x + c[i];
    end for;
  end poly;
  Real x[10](each start = 1), y[10], s, p[10];
equation
  der(x) = -scale(scale(x, 2), dot(x, scale(x, 3)));
  y = scale(x + scale(x, s), 0.5);
  s = dot(x[1:5], {i for i in 1:5}) + poly({1, 2, 3}, x[1]);
  p = {poly({1, i, x[i]}, time) for i in 1:10};
end calls_within_calls;
