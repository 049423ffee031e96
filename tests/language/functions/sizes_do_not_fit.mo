model sizes_do_not_fit
  function dot
    input Real a[:];
    input Real b[size(a, 1)];
    output Real c;
  algorithm
    c := a*b;
  end dot;
  function sq
    input Real A[2, 2];
    output Real t = A[1, 1] + A[2, 2];
  algorithm
  end sq;
  Real x = dot({1, 2, 3}, {1, 2});
  Real y = sq([1, 2, 3; 4, 5, 6]);
  Real z = dot(1, 2);
end sizes_do_not_fit;
