model stacked_wrong
  constant Real A[1, 2, 2] = {{{1, 2}, {3, 4}}};
  Real y = sum([A, A]), z = sum([A; {{{1}}}]), w = sum([A; {1, 2}]);
end stacked_wrong;
