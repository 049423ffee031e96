// Torricelli: a tank runs empty, x' = -sqrt(x). The square root ends where the tank does, and the level arrives there
// without slope: any step beyond, and be it one of a root finder's trial points, asks for the root of a negative
// number. The surface is unilateral; the event fires from inside, within the root of the quantum.
model sqrt_decay
  Real x(start = 1, fixed = true);
  Boolean empty(start = false, fixed = true);
equation
  der(x) = if empty then 0 else -sqrt(x);
  when x <= 0 then
    empty = true;
  end when annotation(__Saltus_unilateral = true);
  annotation(experiment(StopTime = 3));
end sqrt_decay;
