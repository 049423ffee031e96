// Balls that start below the floor. One lies there: no event, ever, though its guard is beyond the surface. The other
// flies up through the floor: leaving is no impact; coming back is. It bounces once and comes to rest at the third
// contact. Reported again and again as "the ball falls through the floor" of simulators that fire on a sign that is
// already wrong at the start, or that lose the guard of a ball that rests at zero.
model below
  parameter Real g = 10, e = 0.5, slow = 0.3;
  Real h(start = -0.4, fixed = true), v(start = 3, fixed = true);
  Real b(start = -1, fixed = true), w(start = 0, fixed = true);
  Boolean flying(start = true, fixed = true), lying(start = true, fixed = true);
  Integer hits(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = if flying then -g else 0;
  der(b) = w;
  der(w) = if lying then 0 else -g;
  when h < 0 then
    flying = v < -slow;
    hits = pre(hits) + 1;
    reinit(h, 0);
    reinit(v, if v < -slow then -e*v else 0);
  end when;
  when b < 0 then
    lying = false;
  end when;
  annotation(experiment(StopTime = 1));
end below;
