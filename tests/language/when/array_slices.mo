//! 0.5: a[4] = 4
//! 1.5: a[1] = 0
//! 1.5: a[2] = 1
//! 1.5: a[4] = 3
//! 2.5: a[3] = 1
model array_slices
  Integer a[4](start = {1, 2, 3, 4}, each fixed = true);
equation
  when sample(1, 1) then
    a[2:4] = pre(a[1:3]);
    a[1] = 0;
  end when;
end array_slices;
