//! method qss3
//! 1: f = 1
//! 2: f = 1
//! 2: g = 2
//! 3: f = 0
//! 3: g = 1
//! 6: f = -2
//! 6: g = -1
//! 8: f = 0
//! 8: g = 1
// v goes up to 2 and down to -2, and turns there, in the event in which its floor or its ceil changes.
model floor_turns_at_edge_qss3
  Real v(start = 0.5, fixed = true);
  discrete Real d(start = 1, fixed = true);
  Real f = floor(v), g = ceil(v);
equation
  der(v) = d;
  when v >= 2 then
    d = -1;
  elsewhen v <= -2 then
    d = 1;
  end when;
end floor_turns_at_edge_qss3;
