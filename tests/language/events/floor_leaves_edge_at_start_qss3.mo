//! method qss3
//! 0.5: f = -1
//! 0.5: m = 0.2 +- 1e-3
//! 2.5: f = -3
//! 0.5: g = 2
//! 1.5: g = 1
// v is a whole number at the start and falls at once. w reads nothing but the time.
model floor_leaves_edge_at_start_qss3
  Real v(start = 0, fixed = true);
  Real w = 3 - time;
  Real f = floor(v), m = mod(v, 0.7), g = floor(w);
equation
  der(v) = -1;
end floor_leaves_edge_at_start_qss3;
