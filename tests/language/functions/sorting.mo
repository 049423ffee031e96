//! 0: s[1] = 1
//! 0: s[2] = 2
//! 0: s[4] = 9
//! 0: med = 3.5
model sorting
  function sort
    input Real x[:];
    output Real y[size(x, 1)] = x;
  protected
    Real t;
    Integer j;
  algorithm
    for i in 2:size(x, 1) loop
      t := y[i];
      j := i - 1;
      while j >= 1 and t < y[max(j, 1)] loop
        y[j+1] := y[j];
        j := j - 1;
      end while;
      y[j+1] := t;
    end for;
  end sort;
  function median
    input Real x[:];
    output Real m;
  protected
    Real y[size(x, 1)];
  algorithm
    y := sort(x);
    m := (y[div(size(x, 1) + 1, 2)] + y[div(size(x, 1), 2) + 1])/2;
  end median;
  Real s[4] = sort({5, 2, 9, 1});
  Real med = median({5, 2, 9, 1});
end sorting;
