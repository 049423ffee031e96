model conditions_with_sides
  parameter Integer n = 3;
  Real x[n](each start = 1, each fixed = true), v(start = 2, fixed = true);
  Integer hits(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  for i in 1:n loop
    der(x[i]) = -i;
    assert(not (x[i] < -10 and v > 3), "out") annotation(__Saltus_unilateral = true);
  end for;
  der(v) = 1;
  for i in 1:n loop
    when x[i] < 0 and (v > 2.5 or not on) then
      reinit(x[i], 1);
    end when annotation(__Saltus_mustCross = true);
  end for;
algorithm
  when {x[1] < 0.2, x[2] < 0.2} then
    hits := pre(hits) + 1;
  elsewhen v > 4 and hits < 2 then
    on := false;
  end when annotation(__Saltus_unilateral = true);
  annotation(experiment(StopTime = 2));
end conditions_with_sides;
