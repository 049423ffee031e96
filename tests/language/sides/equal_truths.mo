model equal_truths
  Real h(start = 1, fixed = true), x(start = 0, fixed = true);
  Boolean b(start = false, fixed = true), low = h < 0.1;
  Integer n(start = 0, fixed = true);
equation
  der(h) = -1;
  der(x) = 1;
  when x > 0.5 then
    b = not pre(b);
  end when;
  when b == (h < 0) then
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = true);
end equal_truths;
