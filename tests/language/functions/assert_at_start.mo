//! ends EMODEL
//! says negative radicand
model assert_at_start
  function root
    input Real x;
    output Real y;
  algorithm
    assert(x >= 0, "negative radicand");
    y := sqrt(x);
  end root;
  parameter Real p = -1;
  parameter Real q = root(p);
  Real x(start = 0, fixed = true);
equation
  der(x) = q;
end assert_at_start;
