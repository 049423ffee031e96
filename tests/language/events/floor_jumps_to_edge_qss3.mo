//! method qss3
//! 0.9: f = -1
//! 1.5: f = 1
//! 1.5: g = 2
//! 2.5: f = 1
//! 2.5: g = 2
// v jumps exactly to 2 and falls from there.
model floor_jumps_to_edge_qss3
  Real v(start = 0.5, fixed = true);
  Real f = floor(v), g = ceil(v);
equation
  der(v) = -1;
  when sample(1, 1) then
    reinit(v, 2);
  end when;
end floor_jumps_to_edge_qss3;
