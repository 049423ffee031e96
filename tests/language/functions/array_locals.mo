//! 0: r = 10
//! 1: y = 6 +- 1e-6
model array_locals
  "sum of the prefix sums: n x1 + (n-1) x2 + ..."
  function prefix
    input Real x[:];
    output Real r;
  protected
    Real acc[size(x, 1)];
  algorithm
    acc[1] := x[1];
    for i in 2:size(x, 1) loop
      acc[i] := acc[i-1] + x[i];
    end for;
    r := sum(acc);
  end prefix;
  Real r = prefix({1, 2, 3});
  Real x(start = 0, fixed = true);
  Real y = prefix({x, x, x});
equation
  der(x) = 1;
end array_locals;
