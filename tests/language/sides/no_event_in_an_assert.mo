model no_event_in_an_assert
  Real h(start = 1, fixed = true), x(start = 0, fixed = true);
  Boolean b(start = false, fixed = true), low = h < 0.1;
  Integer n(start = 0, fixed = true);
equation
  der(h) = -1;
  der(x) = 1;
  when x > 0.5 then
    b = not pre(b);
  end when;
  assert(noEvent(h > 0) and x < 3, "low") annotation(__Saltus_unilateral = true);
end no_event_in_an_assert;
