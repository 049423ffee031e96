model M
  Real x;
equation
  x = sinn(time);
end M;
