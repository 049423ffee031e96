//! 0: k = 4
//! 0: s = 6
model break_in_for
  Integer k, s;
algorithm
  k := 0;
  s := 0;
  for i in 1:10 loop
    k := i;
    if s >= 6 then
      break;
    end if;
    s := s + i;
  end for;
end break_in_for;
