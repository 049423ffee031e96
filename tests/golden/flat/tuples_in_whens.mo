model tuples_in_whens
  function f
    input Real x[3];
    output Real s, y[3];
    output Integer n;
  algorithm
    s := sum(x);
    y := 2*x;
    n := 3;
  end f;
  Real x[3](each start = 1), z;
  discrete Real s, y[3], w[4], t;
  Integer n;
equation
  der(x) = -x;
  z = n*s;
  when x[1] < 0.5 then
    (s, y, n) = f(x);
    (t, w[1:3]) = f(y);
    w[4] = t;
  end when;
algorithm
  when x[1] < 0.25 then
    reinit(x, {x[3], x[1], x[2]});
  end when;
end tuples_in_whens;
