model buckn "N buck converters, switched one after the other, that feed one load"
  parameter Integer N = 4 "stages";
  parameter Real U(unit = "V") = 24 "supply";
  parameter Real R(unit = "Ohm") = 10/N "load";
  parameter Real C(unit = "F") = 1e-4;
  parameter Real L(unit = "H") = 1e-4;
  parameter Real T(unit = "s") = 1e-4 "period; a stage is closed for half of it";
  parameter Real Ron(unit = "Ohm") = 1e-6, Roff(unit = "Ohm") = 1e6;
  Real IL[N](each start = 0, each fixed = true, each unit = "A", each nominal = 1) "inductors";
  Real VC(start = 12, fixed = true, unit = "V", nominal = 10) "output";
  Real VD[N](each unit = "V") "across the diodes";
  Real RLL[N] "switches", RD[N] "diodes";
  Boolean closed[N](start = {j == 1 for j in 1:N}, each fixed = true) "switches";
  discrete Integer count[N](start = {if j == 1 then 1 else 0 for j in 1:N}, each fixed = true) "changes of the switch";
equation
  for j in 1:N loop
    L*der(IL[j]) = VD[j] - VC;
    VD[j] = RD[j]*(U - RLL[j]*IL[j])/(RLL[j] + RD[j]);
    RLL[j] = if closed[j] then Ron else Roff;
    RD[j] = if U - RLL[j]*IL[j] > 0 then Roff else Ron;
    when time >= (count[j]*N + 2*(j - 1))*(T/(2*N)) then
      closed[j] = not pre(closed[j]);
      count[j] = pre(count[j]) + 1;
    end when;
  end for;
  C*der(VC) = sum(IL) - VC/R;
  annotation(experiment(StopTime = 0.01, Interval = 1e-5), __Saltus_watch = {"VC", "IL[1]", "IL[2]"});
end buckn;
