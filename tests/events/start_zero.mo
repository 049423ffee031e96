// Guards that are zero at the start. What counts is where they go: a guard that leaves zero upwards is positive from
// the start, one that leaves downwards negative, and neither is an event. Solvers that compare signs step by step
// either fire at the first step or never see the guard again. Each comes back to zero later, which is an event.
model start_zero
  Real x(start = 0, fixed = true), y(start = 0, fixed = true), u(start = 1, fixed = true);
  Integer ups(start = 0, fixed = true), downs(start = 0, fixed = true);
equation
  der(x) = u;
  der(y) = -u;
  der(u) = -1;
  when x > 0 then
    ups = pre(ups) + 1;
  end when;
  when y > 0 then
    downs = pre(downs) + 1;
  end when;
  annotation(experiment(StopTime = 3));
end start_zero;
