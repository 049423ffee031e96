//! 1.5: b[1] = 2
//! 1.5: b[3] = 6
//! 1.5: c[2] = 5
model loops_that_need_each_other
  "a, then b, then c, though they stand the other way round"
  Integer a[3](each start = 0, each fixed = true), b[3](each start = 0, each fixed = true), c[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    when time > 1 then
      c[i] = b[i] + 1;
    end when;
    when time > 1 then
      b[i] = 2*a[i];
    end when;
  end for;
  for j in 1:3 loop
    when time > 1 then
      a[j] = j;
    end when;
  end for;
end loops_that_need_each_other;
