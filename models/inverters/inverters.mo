model inverters "A chain of N logic inverters"
  parameter Integer N = 500 "inverters";
  parameter Real U = 5 "supply";
  parameter Real S = 100 "gain";
  parameter Real UT = 1 "threshold";
  constant Real tau(unit = "s") = 1 "of an inverter";
  constant Real rise(unit = "V/s") = 1 "of the input";
  Real w[N](start = {if mod(j, 2) == 1 then 6.247e-3 else 5 for j in 1:N}, each fixed = true,
            each unit = "V", each nominal = 5);
  Real u_in(unit = "V") "input";
equation
  u_in = if time < 5 then 0 elseif time < 10 then rise*(time - 5) elseif time < 15 then 5
         elseif time < 17 then 2.5*(17 - time) else 0;
  der(w[1]) = (U - w[1] - S*(max(u_in - UT, 0)^2 - max(u_in - w[1] - UT, 0)^2))/tau;
  for j in 2:N loop
    der(w[j]) = (U - w[j] - S*(max(w[j-1] - UT, 0)^2 - max(w[j-1] - w[j] - UT, 0)^2))/tau;
  end for;
  annotation(experiment(StopTime = 130, Interval = 0.1),
             __Saltus_watch = {"w[1]", "w[100]", "w[200]", "w[300]", "w[400]", "w[500]"});
end inverters;
