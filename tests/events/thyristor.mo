// A thyristor: fired while it blocks forward voltage it conducts, and goes on when the pulse is over (it remembers),
// until its current ends. A pulse while the voltage is negative does nothing. x = t; the source falls from 1 through 0.
model thyristor
  parameter Real Ron = 1e-5, Goff = 1e-5;
  Real x(start = 0, fixed = true), u, s, v, i;
  Boolean off(start = true, fixed = true), fire;
  Integer n(start = 0, fixed = true) "how often it has begun to conduct";
equation
  der(x) = 1;
  u = (1 - x)*(3 - x);
  fire = x > 0.5 and x < 0.625 or x > 1.5 and x < 1.625 or x > 3.5 and x < 3.625;
  off = s < 0 or pre(off) and not fire;
  v = s*(if off then 1 else Ron);
  i = s*(if off then Goff else 1);
  u = v + 2*i;
  when not off then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 4));
end thyristor;
