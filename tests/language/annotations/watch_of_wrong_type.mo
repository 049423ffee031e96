model watch_of_wrong_type
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(__Saltus_watch = {1, 2}, __Saltus_seed = 1.5, __Saltus_method = 3);
end watch_of_wrong_type;
