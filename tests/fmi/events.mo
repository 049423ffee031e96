model Events "Events alone, no states"
  Integer n(start = 0);
  output Real y = n + time;
equation
  when sample(0.25, 0.5) then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 2.1));
end Events;
