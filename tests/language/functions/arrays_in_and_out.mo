//! 0: r[3] = 9
//! 0: s = 14
//! 0: m[2,1] = 2
model arrays_in_and_out
  function squares
    input Real x[:];
    output Real y[size(x, 1)];
  algorithm
    for i in 1:size(x, 1) loop
      y[i] := x[i]^2;
    end for;
  end squares;
  function table
    input Real a[:], b[:];
    output Real m[size(a, 1), size(b, 1)];
  algorithm
    m := {{a[i]*b[j] for j in 1:size(b, 1)} for i in 1:size(a, 1)};
  end table;
  Real r[3] = squares({1, 2, 3});
  Real s = sum(squares({1, 2, 3}));
  Real m[2, 2] = table({1, 2}, {1, 3});
end arrays_in_and_out;
