model jump_across_a_capacitor
  Real 'c1.v', 'c1.i', 'v1.v';
equation
  'v1.v' = if time < 1 then 0 else 5;
  'c1.v' = 'v1.v';
  'c1.i' = der('c1.v');
end jump_across_a_capacitor;
