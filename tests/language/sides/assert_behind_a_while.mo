model assert_behind_a_while
  Real x(start = 0, fixed = true), y;
equation
  der(x) = 1;
algorithm
  y := x;
  while y > 1 loop
    y := y - 1;
  end while;
  assert(y < 3, "too far") annotation(__Saltus_unilateral = true);
end assert_behind_a_while;
