//! 1: y = 15
//! 1: z = 8
// [A; B] of arrays with more than two dimensions is cat(1, A, B)
model stacked
  constant Real A[2, 2, 2] = {{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}};
  constant Real B[3, 2, 2] = [A; {{{9, 10}, {11, 12}}}];
  Real u[1, 1, 2] = {{{time, 7*time}}};
  Real y = B[3, 2, 1] + B[1, 2, 2], z = sum([u; zeros(1, 1, 2)]);
  annotation(experiment(StopTime = 1));
end stacked;
