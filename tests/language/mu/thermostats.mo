//! tol 1e-4 1e-6
//! 0.5: on[1] = 1
//! 5: low = true
//! 5: high = true
model thermostats
  "rooms are heated below 20 and not above 22: after a while each is between, a little more or less"
  import math;
  constant Integer N = 5;
  parameter Real tau[N];
  Real th[N](each start = 15);
  discrete Real on[N];
  Boolean low = min(th) > 19.9, high = max(th) < 22.1;
initial algorithm
  for i in 1:N loop
    tau[i] := 0.5 + 0.1*i;
    on[i] := 0;
  end for;
equation
  for i in 1:N loop
    der(th[i]) = (10 + 30*on[i] - th[i])/tau[i];
  end for;
algorithm
  for i in 1:N loop
    when th[i] < 20 then
      on[i] := 1;
    end when;
    when th[i] > 22 then
      on[i] := 0;
    end when;
  end for;
  annotation(experiment(StopTime = 5, MMO_Solver = LIQSS2, Tolerance = {1e-4}, AbsTolerance = {1e-6}));
end thermostats;
