model ring "A ring oscillator: N inverters in a circle, N odd"
  parameter Integer N = 11 "inverters";
  parameter Real U = 5 "supply", S = 100 "gain", UT = 1 "threshold";
  constant Real tau(unit = "s") = 1 "of an inverter";
  Real w[N](start = {if mod(j, 2) == 1 then 0 else 5 for j in 1:N}, each fixed = true, each unit = "V", each nominal = 5);
equation
  for j in 1:N loop
    der(w[j]) = (U - w[j] - S*(max(w[mod(j - 2, N) + 1] - UT, 0)^2 - max(w[mod(j - 2, N) + 1] - w[j] - UT, 0)^2))/tau;
  end for;
  assert(mod(N, 2) == 1, "a ring of an even number of inverters does not oscillate");
  annotation(experiment(StopTime = 60, Interval = 0.05), __Saltus_watch = {"w[1]", "w[5]", "w[9]"});
end ring;
