// Two guards at the same instant, in both orders of declaration: 'first' is worth 1, 'second' 2, and so on. All of them
// must fire, the lower number first, and each must see what the one before has done. Solvers that stop at "the" root
// lose the second one, because after the restart it is on the other side already.
model twins
  Real x(start = 0, fixed = true);
  Real log(start = 0, fixed = true) "what fired, as decimal digits";
algorithm
  when x > 1 then
    reinit(log, 10*log + 1);
  end when;
  when 2*x > 2 then
    reinit(log, 10*log + 2);
  end when;
  when 2*x > 4 then
    reinit(log, 10*log + 3);
  end when;
  when x > 2 then
    reinit(log, 10*log + 4);
  end when;
equation
  der(x) = 1;
  der(log) = 0;
  annotation(experiment(StopTime = 3));
end twins;
