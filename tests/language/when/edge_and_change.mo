//! tol 1e-6 1e-9
//! 4: rises = 1
//! 4: changes = 2
//! 4: falls = 1
model edge_and_change
  Real x(start = 0, fixed = true);
  Boolean b = x > 1 and x < 3;
  Integer rises(start = 0, fixed = true), changes(start = 0, fixed = true), falls(start = 0, fixed = true);
equation
  der(x) = 1;
  when edge(b) then
    rises = pre(rises) + 1;
  end when;
  when change(b) then
    changes = pre(changes) + 1;
  end when;
  when not b then
    falls = pre(falls) + 1;
  end when;
end edge_and_change;
