//! 3: n = 1
model must_cross_when
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    n = pre(n) + 1;
  end when annotation(__Saltus_mustCross = true);
end must_cross_when;
