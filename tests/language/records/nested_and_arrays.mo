//! 0: total = 6
//! 0: n = 3
//! 0: b[2].im = 4
//! 0: e.point.re = 7
//! 0: e.list[2].im = 4
//! 0: k = 5
//! 0: last = 6
//! 0: slice[1] = 2
//! 0: grid[2].list[1].re = 12
//! 0: sums[2] = 25
model nested_and_arrays "records in records, arrays of records, values of all of them"
  record Complex
    Real re, im;
  end Complex;
  record Data
    parameter Real k = 1;
    Complex point, list[2];
  end Data;
  parameter Integer m = 3;
  Complex a[m] = {Complex(i, 2*i) for i in 1:m}, b[m];
  Data d(k = 5, point(re = 7, im = 8), list = {Complex(1, 2), Complex(3, 4)});
  Data e = d;
  Data grid[2](each point = Complex(0, 0), each k = 2);
  Real k = e.k, total = sum(a.re), n = size(a, 1), last = a[end].im, slice[2] = a[2:3].re;
  Real sums[2] = {sum(grid[i].list.re) for i in 1:2};
equation
  b = a;
  for i in 1:2 loop
    grid[i].list = {Complex(10 + i, 0), Complex(11 + i, 1)};
  end for;
end nested_and_arrays;
