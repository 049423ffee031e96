//! 0.5: n = 0
//! 1.5: n = 1
//! 2.5: n = 2
//! 3.5: n = 2
//! 3.5: m = 3
model edge_of_whole_array
  Boolean b[2] = {time > 1 and time < 3, time > 2};
  Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when edge(b) then
    n = pre(n) + 1;
  end when;
  when change(b) then
    m = pre(m) + 1;
  end when;
end edge_of_whole_array;
