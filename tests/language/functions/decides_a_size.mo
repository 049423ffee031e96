//! 0: s = 8
//! set k = 3
model decides_a_size
  function size2
    input Integer k;
    output Integer n = 1;
  algorithm
    for i in 1:k loop
      n := 2*n;
    end for;
  end size2;
  parameter Integer k = 2;
  parameter Integer N = size2(k);
  Real x[N] = ones(N);
  Real s = sum(x);
end decides_a_size;
