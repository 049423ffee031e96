// A chain of events at one instant that settles: x sets off a, a sets off b, b resets x and a, and itself at last.
// Everything happens at one instant and must be handled there, in this order; a solver that takes a step, however
// small, between two of them makes a time of its own out of nothing.
model settles
  Real x(start = 0, fixed = true), a(start = 0, fixed = true), b(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
algorithm
  when x > 1 then
    reinit(a, 1);
  end when;
  when a > 0.5 then
    reinit(b, 1);
  end when;
  when b > 0.5 then
    reinit(x, 0);
    reinit(a, 0);
    reinit(b, 0);
    n := n + 1;
  end when;
equation
  der(x) = 1;
  der(a) = 0;
  der(b) = 0;
  annotation(experiment(StopTime = 3.5));
end settles;
