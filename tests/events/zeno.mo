// The ball of Zeno: bounces that pile up at t = 3 sqrt(0.2), with no end of them before. No trajectory of this model goes
// beyond. A simulator may follow the bounces only as far as its numbers can tell them apart; then it must end with an
// error that names the guard, and neither hang nor let the ball fall through the floor (the textbook picture of which
// is in every paper on the subject since the nineties).
model zeno
  parameter Real g = 10, e = 0.5;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -g;
  when h < 0 then
    reinit(h, 0);
    reinit(v, -e*v);
  end when;
  annotation(experiment(StopTime = 2));
end zeno;
