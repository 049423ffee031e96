model tline "A lossless transmission line of N sections with a nonlinear load"
  parameter Integer N = 40 "sections";
  Real phi[N](each start = 0, each fixed = true) "currents of the inductors";
  Real u[N](each start = 0, each fixed = true) "voltages of the capacitors";
  Real u0 "source: a pulse of 10";
equation
  u0 = if time < 10 then 10 else 0;
  der(phi[1]) = u0 - u[1];
  for j in 2:N loop
    der(phi[j]) = u[j-1] - u[j];
  end for;
  for j in 1:N-1 loop
    der(u[j]) = phi[j] - phi[j+1];
  end for;
  der(u[N]) = phi[N] - (10000*u[N])^3;
  annotation(experiment(StopTime = 500, Interval = 0.5), __Saltus_watch = {"u0", "u[20]", "u[35]"});
end tline;
