model warning_from_one_side
  Real h(start = 1, fixed = true), x(start = 0, fixed = true);
  Boolean b(start = false, fixed = true), low = h < 0.1;
  Integer n(start = 0, fixed = true);
equation
  der(h) = -1;
  der(x) = 1;
  when x > 0.5 then
    b = not pre(b);
  end when;
  assert(h > 0, "low", AssertionLevel.warning) annotation(__Saltus_unilateral = true);
  assert(h > 0, "low", AssertionLevel.warning) annotation(__Saltus_mustCross = true);
end warning_from_one_side;
