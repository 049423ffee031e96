model M
  Real x[2], A[2, 2];
equation
  x = {1, true};
  A = {{1, 2}, {3}};
  A = [1, 2; 3];
  A = [{1, 2}, {1, 2, 3}];
end M;
