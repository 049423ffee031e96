model too_many_subscripts
  Real x[3] = {1, 2, 3};
  Real y = x[1, 2];
end too_many_subscripts;
