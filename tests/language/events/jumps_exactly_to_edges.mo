//! 0.7: i = 0
//! 1.7: i = 1
//! 2.7: i = 2
//! 3.7: i = 0
//! 4.7: i = -1
//! 1.7: d = 2
//! 2.7: d = 4
//! 4.7: c = -1
//! 2.7: m = 0.5
//! 3.7: m = 0
//! 0.7: above = false
//! 1.7: above = false
//! 1.7: atLeast = true
//! 2.7: above = true
//! 3.7: above = false
//! 3.7: atLeast = false
//! 3.7: positive = false
//! 4.7: negative = true
//! 5.7: negative = false
//! 2.7: positive = true
//! 5.7: ups = 2
//! 3.7: byState = 0
//! 2.7: byState = 2
//! 1.7: byState = 1
//! 3.7: stateAbove = false
//! 2.7: s = 1
//! 3.7: s = 0
//! 5.7: n = 2
model jumps_exactly_to_edges
  "u is 0, 1, 2, 0, -1, 0: every relation is what its two sides say, though no jump passes the edge"
  parameter Real v[6] = {0, 1, 2, 0, -1, 0};
  discrete Integer k(start = 1, fixed = true), ups(start = 0, fixed = true), n(start = 0, fixed = true);
  Real u = v[k], a = delay(u, 0.25), x(start = 0, fixed = true), still(start = 0, fixed = true);
  Integer i = integer(a), byState = integer(x);
  Real d = div(a, 0.5), c = ceil(a), m = mod(a, 1.5), s = sign(u + still);
  Boolean above = a > 1, atLeast = a >= 1, positive = a > 0, negative = u + still < 0, stateAbove = x > 0;
equation
  der(x) = 0;
  der(still) = 0;
  when sample(1, 1) then
    k = pre(k) + 1;
    reinit(x, v[k]);
  end when;
  when a >= 1 then
    ups = pre(ups) + 1;
  elsewhen a <= -1 then
    ups = pre(ups) + 1;
  end when;
  when x <= 0 then
    n = pre(n) + 1;
  elsewhen u + still > 0 then
    n = pre(n) + 1;
  end when;
end jumps_exactly_to_edges;
