//! 0.9: n = 0
//! 1.1: n = 1
//! 3: n = 1
//! 3: x = 2.64 +- 1e-2
model edge_moved_over_the_state "an edge jumps over a state, by a discrete that its derivative reads, too"
  Real x(start = 1, fixed = true), bottom;
  Boolean up(start = false, fixed = true);
  Integer n(start = 0, fixed = true), moved(start = 0, fixed = true);
equation
  bottom = 2*moved;
  der(x) = if up then 1 else -0.4*sqrt(x - bottom);
  when sample(1, 10) then
    moved = pre(moved) + 1;
  end when;
  when x <= bottom then
    up = true;
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = true);
end edge_moved_over_the_state;
