model wrong_values
  Real h(start = 1, fixed = true), x(start = 0, fixed = true);
  Boolean b(start = false, fixed = true), low = h < 0.1;
  Integer n(start = 0, fixed = true);
equation
  der(h) = -1;
  der(x) = 1;
  when x > 0.5 then
    b = not pre(b);
  end when;
  assert(h > 0, "low") annotation(__Saltus_unilateral = b);
  assert(h > 0, "low") annotation(__Saltus_unilateral = {true});
  assert(h > 0, "low") annotation(__Saltus_mustCross);
  assert(h > 0, "low") annotation(__Saltus_mustCross = "yes");
end wrong_values;
