//! 1.5: a[1] = 0
//! 1.5: a[3] = 2
//! 2.5: a[2] = 4
//! 2.5: a[1] = 0
//! 3.5: a[1] = 8
model loop_of_whens_in_order
  "statements: a[i] takes what a[i+1] was"
  Integer a[4](each start = 0, each fixed = true);
algorithm
  when time > 0.5 then
    a[4] := 1;
  end when;
  for i in 1:3 loop
    when {time > 1, time > 2, time > 3} then
      a[i] := 2*a[i+1];
    end when;
  end for;
end loop_of_whens_in_order;
