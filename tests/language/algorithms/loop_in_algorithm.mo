//! 0: s = 30
//! 0: v[3] = 9
model loop_in_algorithm
  Real s, v[4];
algorithm
  s := 0;
  for i in 1:4 loop
    v[i] := i^2;
    s := s + v[i];
  end for;
end loop_in_algorithm;
