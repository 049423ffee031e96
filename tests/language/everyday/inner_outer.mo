//! 1: c.x = 9.81 +- 0.01
model inner_outer
  model Child
    outer Real g;
    Real x(start = 0, fixed = true);
  equation
    der(x) = g;
  end Child;
  inner Real g = 9.81;
  Child c;
end inner_outer;
