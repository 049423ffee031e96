model M
  Real x(start = 0) annotation(__Saltus_quantum = {1, 2, 3}, __Saltus_methods = "qss2");
  Real y(start = 0) annotation(__Saltus_quantum = {-1, 1}, __Saltus_method = "qss22");
equation
  der(x) = 1;
  der(y) = 1;
  assert(x > 0, "a") annotation(__Saltus_unilateral = 1, __Saltus_mustcross = true);
  annotation(__Saltus_method = "lickss", __Saltus_watch = {1, 2}, __Saltus_seed = -1, __Saltus_tol = 3, __Dymola_x = 3, Icon(a = 1));
end M;
