model too_many_relations
  Real h(start = 1, fixed = true), x(start = 0, fixed = true);
  Boolean b(start = false, fixed = true), low = h < 0.1;
  Integer n(start = 0, fixed = true);
equation
  der(h) = -1;
  der(x) = 1;
  when x > 0.5 then
    b = not pre(b);
  end when;
  when x > 33 and (x > 32 and (x > 31 and (x > 30 and (x > 29 and (x > 28 and (x > 27 and (x > 26 and (x > 25 and (x > 24 and (x > 23 and (x > 22 and (x > 21 and (x > 20 and (x > 19 and (x > 18 and (x > 17 and (x > 16 and (x > 15 and (x > 14 and (x > 13 and (x > 12 and (x > 11 and (x > 10 and (x > 9 and (x > 8 and (x > 7 and (x > 6 and (x > 5 and (x > 4 and (x > 3 and (x > 2 and (x > 1)))))))))))))))))))))))))))))))) then
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = true);
end too_many_relations;
