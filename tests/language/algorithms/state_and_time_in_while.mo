//! 2.5: k = 3
//! 2.5: s = 6
model state_and_time_in_while
  "the smallest k with k >= t and the sum of 1:k, recomputed at samples"
  Integer k(start = 0, fixed = true), s(start = 0, fixed = true);
algorithm
  when sample(0.5, 2) then
    k := 0;
    s := 0;
    while k < time loop
      k := k + 1;
      s := s + k;
    end while;
  end when;
end state_and_time_in_while;
