//! 0: s = 10
//! 0: t = 9
model range_from_iterator
  "4 + 3 + 2 + 1; and down by steps: 5 + 3 + 1"
  Integer s, t;
algorithm
  s := 0;
  for i in 1:4 loop
    for j in i:4 loop
      s := s + 1;
    end for;
  end for;
  t := 0;
  for i in 5:-2:1 loop
    t := t + i;
  end for;
end range_from_iterator;
