// In an array of parts, what decides a size or a condition must be the same in all of them.
model Stage
  parameter Integer m = 2;
  Real x[m](each start = 1, each fixed = true);
equation
  der(x) = -x;
end Stage;
model Choice
  parameter Boolean on = true;
  Real y = time if on;
end Choice;
model sizes_that_differ
  Stage s[3](m = {2, 3, 2});
  Choice t[2](on = {true, false});
end sizes_that_differ;
