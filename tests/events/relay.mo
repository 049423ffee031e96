// A relay without hysteresis: on both sides x' points to the surface, so that from t = 1 on x slides along 0 and the relay
// switches infinitely often. Filippov's solution exists, but it is none of this model's two modes. Chattering must be
// told, with the name of the guard, and must not look like a run that is only slow.
model relay
  Real x(start = 1, fixed = true);
  Boolean up(start = false, fixed = true);
equation
  der(x) = if up then 2 else -1;
  up = x < 0;
  annotation(experiment(StopTime = 2));
end relay;
