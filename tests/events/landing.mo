// A jump that lands on other guards. a lands on its guard and goes through it: an event, at that instant. b lands on
// its guard and turns back: none. c lands beyond: an event. d starts beyond and is put exactly on the surface, where it
// stays: none. Engines that reset all their guards after a restart lose a and c.
model landing
  Real x(start = 0, fixed = true);
  Real a(start = 0, fixed = true), b(start = 3, fixed = true), c(start = 0, fixed = true), d(start = 3, fixed = true);
  Integer na(start = 0, fixed = true), nb(start = 0, fixed = true), nc(start = 0, fixed = true), nd(start = 0, fixed = true);
equation
  der(x) = 1;
  der(a) = 1;
  der(b) = 1;
  der(c) = 0;
  der(d) = 0;
  when x > 1 then
    reinit(a, 2);
    reinit(b, 2);
    reinit(c, 3);
    reinit(d, 2);
  end when;
  when a > 2 then
    na = pre(na) + 1;
  end when;
  when b < 2 then
    nb = pre(nb) + 1;
  end when;
  when c > 2 then
    nc = pre(nc) + 1;
  end when;
  when d < 2 then
    nd = pre(nd) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end landing;
