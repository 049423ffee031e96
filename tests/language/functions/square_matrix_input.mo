//! 0: r = 5
model square_matrix_input
  function trace
    input Real A[:, size(A, 1)];
    output Real t;
  algorithm
    t := 0;
    for i in 1:size(A, 1) loop
      t := t + A[i, i];
    end for;
  end trace;
  Real r = trace({{1, 2}, {3, 4}});
end square_matrix_input;
