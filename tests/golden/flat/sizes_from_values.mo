model sizes_from_values
  function grow
    input Integer n;
    output Real y[n];
  algorithm
    y := ones(n);
  end grow;
  function use
    input Integer n;
    output Real s;
  algorithm
    s := sum(grow(n)) + sum(zeros(n));
  end use;
  Real x(start = 1), y;
  Integer k(start = 2);
equation
  der(x) = -x;
  y = use(k);
  when x < 0.5 then
    k = 3;
  end when;
end sizes_from_values;
