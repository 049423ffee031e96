// The same ball with a third mode in which it rests: what a model must say to be followed beyond the pile.
model zeno_rest
  parameter Real g = 10, e = 0.5, slow = 0.05;
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
  Boolean flying(start = true, fixed = true);
  Integer hits(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = if flying then -g else 0;
  when h < 0 then
    flying = v < -slow;
    hits = pre(hits) + 1;
    reinit(h, 0);
    reinit(v, if v < -slow then -e*v else 0);
  end when;
  annotation(experiment(StopTime = 2));
end zeno_rest;
