//! 4: x = 4 +- 1e-6
model assert_that_holds
  Real x(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  der(x) = 1;
  der(z) = 0;
  assert(z >= 0, "on the edge, inside") annotation(__Saltus_unilateral = true);
  if x > 2 then
    assert(x > 1, "the other branch is not asked") annotation(__Saltus_unilateral = true);
  end if;
  assert(x < 5, "far") annotation(__Saltus_mustCross = true);
end assert_that_holds;
