model M
  Real x;
algorithm
  x := 1;
  break;
  return;
end M;
