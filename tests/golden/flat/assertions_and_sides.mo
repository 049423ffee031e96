model assertions_and_sides
  parameter Integer N = 20;
  Real x[N](each start = 1);
equation
  der(x) = -x;
  for i in 1:N loop
    assert(x[i] > -1, "x is too small");
    assert(x[i] < 100, "x is large", AssertionLevel.warning);
  end for;
  when x[1] < 0.5 then
    reinit(x[1], 1);
  end when annotation(__Saltus_unilateral = true);
  when x[2] < 0.5 then
    reinit(x[2], 1);
  end when annotation(__Saltus_mustCross = true);
end assertions_and_sides;
