// The same domain without a reaction: the model only says where it holds. The run ends at the edge with the text of
// the assertion, not with a number that is none.
model sqrt_assert
  Real x(start = 1, fixed = true), y(start = 0, fixed = true);
equation
  der(x) = -1;
  der(y) = sqrt(x);
  assert(x >= 0, "x has left the domain of its root") annotation(__Saltus_unilateral = true);
  annotation(experiment(StopTime = 2));
end sqrt_assert;
