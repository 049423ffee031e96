//! 0.5: s = 1
//! 1.5: s = 3
//! 2.5: s = 7
//! 2.5: w[2] = 3
model sampled_in_algorithm
  Integer s(start = 0, fixed = true);
  Integer w[3](each start = 0, each fixed = true);
algorithm
  when sample(0, 1) then
    s := 2*s + 1;
    for i in 1:3 loop
      if i <= 2 then
        w[i] := w[i] + 1;
      end if;
    end for;
  end when;
end sampled_in_algorithm;
