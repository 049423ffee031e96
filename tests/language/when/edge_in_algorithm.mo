//! 0.5: n = 0
//! 1.5: n = 1
//! 2.5: n = 1
//! 3.5: n = 2
model edge_in_algorithm
  Boolean b;
  Integer n(start = 0, fixed = true);
equation
  b = mod(time, 2) >= 1;
algorithm
  when edge(b) then
    n := pre(n) + 1;
  end when;
end edge_in_algorithm;
