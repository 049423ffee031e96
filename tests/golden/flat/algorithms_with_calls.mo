model algorithms_with_calls
  function split
    input Real x[:];
    output Real first, rest[size(x, 1) - 1];
  algorithm
    first := x[1];
    rest := x[2:end];
  end split;
  Real x[4], a, r[3], q[3], b, c, d, t[3];
equation
  der(x) = -x;
algorithm
  (a, r) := split(x);
  (b, q) := split(cat(1, {a}, 2*r));
  b := b + a;
algorithm
  (c, t) := split(2*x);
  d := c + t[1];
end algorithms_with_calls;
