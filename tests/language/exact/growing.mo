// up to 1e260: squares of it are not finite
//! method exact
//! 600: x = 3.7730203009299397e260 +- 1e251
model growing
  Real x(start = 1, fixed = true);
equation
  der(x) = x;
  annotation(experiment(StopTime = 600));
end growing;
