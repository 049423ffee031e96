model sample_in_a_condition
  Real h(start = 1, fixed = true), x(start = 0, fixed = true);
  Boolean b(start = false, fixed = true), low = h < 0.1;
  Integer n(start = 0, fixed = true);
equation
  der(h) = -1;
  der(x) = 1;
  when x > 0.5 then
    b = not pre(b);
  end when;
  when sample(0, 1) and h < 0 then
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = true);
end sample_in_a_condition;
