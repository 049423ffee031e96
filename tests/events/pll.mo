// A phase-locked loop with a charge pump, 127 cycles of its reference. The phase detector has three states; a cycle has a
// clock (the reference), a crossing (the oscillator) and two changes of the slope. An edge that is missed or taken
// twice is never forgotten: the detector slips a cycle. A small leak keeps the edges apart when the loop has locked.
model pll
  parameter Real T = 1 "of the reference", f0 = 0.9, K = 1 "of the oscillator", I = 0.05, C = 1, R = 4, leak = 0.006;
  Real phase(start = 0, fixed = true) "of the oscillator, in cycles";
  Real u(start = 0, fixed = true) "on the capacitor";
  Integer pump(start = 0, fixed = true) "-1, 0, 1";
  Integer cycles(start = 0, fixed = true) "of the oscillator";
algorithm
  when sample(T, T) then
    pump := min(pump + 1, 1);
  end when;
  when phase > 1 then
    pump := max(pump - 1, -1);
    cycles := cycles + 1;
    reinit(phase, 0);
  end when;
equation
  C*der(u) = I*pump - leak;
  der(phase) = f0 + K*(u + R*I*pump);
  annotation(experiment(StopTime = 127.5));
end pll;
