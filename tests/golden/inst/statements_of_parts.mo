model Counter
  parameter Real period = 1;
  discrete Integer n(start = 0, fixed = true);
  Real x(start = 0, fixed = true);
  Real s[3];
equation
  when sample(0, period) then
    n = pre(n) + 1;
  end when;
  der(x) = if x > 1 then -1 else 1;
  when x > 2 then
    reinit(x, 0);
  end when;
  assert(x < 3, "too far", AssertionLevel.warning);
  for i in 1:3 loop
    s[i] = i*x;
  end for;
end Counter;
model Steps
  Real y[2];
algorithm
  y := {time, 2*time};
  for i in 1:size(y, 1) loop
    y[i] := y[i] + i;
  end for;
end Steps;
model counters
  Counter c(period = 2);
  Counter many[2](period = {1, 3}, x(start = {5, 6}));
  Steps steps, more[2];
end counters;
