//! 0.5: a[1] = 1
//! 1.5: a[1] = 3
//! 1.5: a[3] = 2
//! 2.5: a[1] = 2
//! 2.5: a[2] = 3
//! 2.5: a[3] = 1
model pre_of_array
  "a rotates by one at each event"
  Integer a[3](start = {1, 2, 3}, each fixed = true);
equation
  when sample(1, 1) then
    a = {pre(a[3]), pre(a[1]), pre(a[2])};
  end when;
end pre_of_array;
