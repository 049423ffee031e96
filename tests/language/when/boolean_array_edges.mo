//! 0.5: up = 0
//! 1.5: up = 1
//! 1.5: ch = 1
//! 2.5: up = 3
//! 2.5: ch = 2
//! 3.5: up = 6
//! 3.5: ch = 3
//! 4.5: up = 6
//! 4.5: ch = 4
//! 4.5: b[2] = false
model boolean_array_edges
  Boolean b[3];
  Integer up(start = 0, fixed = true), ch(start = 0, fixed = true);
equation
  b[1] = time > 1;
  b[2] = time > 2 and time < 4;
  b[3] = time > 3;
  when {edge(b[1]), edge(b[2]), edge(b[3])} then
    up = pre(up) + (if edge(b[1]) then 1 else 0) + (if edge(b[2]) then 2 else 0) + (if edge(b[3]) then 3 else 0);
  end when;
  when {change(b[1]), change(b[2]), change(b[3])} then
    ch = pre(ch) + 1;
  end when;
end boolean_array_edges;
