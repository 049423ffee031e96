//! 1.5: y = 0
//! 1.5: x = 1
//! 1.5: z = 1
//! 2.5: y = 1
//! 2.5: z = 2
model algorithm_keeps_its_order
  "y is assigned before x is, z after it"
  Integer x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
algorithm
  when sample(1, 1) then
    y := x;
  end when;
  when sample(1, 1) then
    x := x + 1;
  end when;
  when sample(1, 1) then
    z := x;
  end when;
end algorithm_keeps_its_order;
