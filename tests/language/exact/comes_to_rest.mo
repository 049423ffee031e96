// the jumps of a ball become too short for the clock: no run of exact ends well beyond that
//! method exact
//! ends EZENO
//! says as fast as the clock can tell
model comes_to_rest
  Real h(start = 1, fixed = true), v(start = 0, fixed = true);
equation
  der(h) = v;
  der(v) = -9.81;
  when h < 0 then
    reinit(h, 0);
    reinit(v, -0.8*pre(v));
  end when;
  annotation(experiment(StopTime = 6));
end comes_to_rest;
