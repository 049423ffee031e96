//! 1: x = 27
model c17 "record function: input given by name after positional, missing default"
  record R Real a = 1; Real b = 2; end R;
  function f input R c; input Integer k; input Real TEMP; output R d; algorithm d.a := c.a*k; d.b := TEMP; end f;
  parameter R card;
  final parameter R m = f(card, 2, 27);
  Real x = m.b*time;
end c17;
