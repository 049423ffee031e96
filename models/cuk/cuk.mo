model cuk "N Cuk converters, switched one after the other, that feed one load"
  parameter Integer N = 4 "stages";
  parameter Real U = 24, L1 = 1e-4, L2 = 1e-4, C1 = 1e-4, C2 = 1e-4, Ro = 10;
  parameter Real Ron = 1e-5, Roff = 1e5;
  parameter Real T = 1e-4 "period; a stage is closed for a quarter of it";
  Real iL1[N](each start = 0, each fixed = true, each unit = "A", each nominal = 1);
  Real iL2[N](each start = 0, each fixed = true, each unit = "A", each nominal = 1);
  Real uC1[N](each start = 0, each fixed = true, each unit = "V", each nominal = 10);
  Real uC2(start = 0, fixed = true, unit = "V", nominal = 10) "output";
  Real iD[N] "diodes", RS[N] "switches", RD[N] "diodes";
  Boolean closed[N](start = {j == 1 for j in 1:N}, each fixed = true) "switches";
  discrete Integer count[N](start = {if j == 1 then 1 else 0 for j in 1:N}, each fixed = true) "changes of the switch";
equation
  for j in 1:N loop
    L1*der(iL1[j]) = U - uC1[j] - iD[j]*RD[j];
    L2*der(iL2[j]) = -uC2 - iD[j]*RD[j];
    C1*der(uC1[j]) = iD[j] - iL2[j];
    iD[j] = ((iL1[j] + iL2[j])*RS[j] - uC1[j])/(RS[j] + RD[j]);
    RS[j] = if closed[j] then Ron else Roff;
    RD[j] = if iD[j] > 0 then Ron else Roff;
    when time >= (2*(count[j] - mod(count[j], 2))*N + 4*(j - 1) + mod(count[j], 2)*N)*(T/(4*N)) then
      closed[j] = not pre(closed[j]);
      count[j] = pre(count[j]) + 1;
    end when;
  end for;
  C2*der(uC2) = sum(iL2) - uC2/Ro;
  annotation(experiment(StopTime = 0.02, Interval = 2e-5), __Saltus_method = "mliqss2",
             __Saltus_watch = {"uC2", "iL1[1]", "uC1[1]"});
end cuk;
