// many events of a large part, each of which changes one state only: who asks for exact gets it
//! method exact
//! 1: x[1] = 0.316 +- 2e-3
//! events 200
model many_events
  Real s(start = 0.5, fixed = true), x[12](each start = 0, each fixed = true);
  Boolean up(start = true);
equation
  der(s) = if up then 100 else -100;
  der(x[1]) = s - x[1];
  for i in 2:12 loop
    der(x[i]) = x[i - 1] - x[i];
  end for;
  when s > 1 then
    up = false;
  elsewhen s < 0 then
    up = true;
  end when;
  annotation(experiment(StopTime = 1));
end many_events;
