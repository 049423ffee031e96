//! 0.5: s = 6
//! 1.5: a[2] = 4
//! 2.5: a[2] = 8
//! 2.5: s = 24
model pre_of_whole_array
  discrete Real a[3](start = {1, 2, 3}, each fixed = true);
  Real s = sum(a);
equation
  when sample(1, 1) then
    a = 2*pre(a);
  end when;
end pre_of_whole_array;
