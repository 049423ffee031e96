//! 3: n = 1
model assert_at_events_only
  Real x(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when x > 1 then
    n = pre(n) + 1;
    assert(x < 3, "far") annotation(__Saltus_unilateral = true);
  end when;
end assert_at_events_only;
