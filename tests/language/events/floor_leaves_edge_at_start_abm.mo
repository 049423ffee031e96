//! method abm
//! 0.5: f = -1
//! 0.5: m = 0.2 +- 1e-3
//! 2.5: f = -3
// v is a whole number at the start and falls at once.
model floor_leaves_edge_at_start_abm
  Real v(start = 0, fixed = true);
  Real f = floor(v), m = mod(v, 0.7);
equation
  der(v) = -1;
end floor_leaves_edge_at_start_abm;
