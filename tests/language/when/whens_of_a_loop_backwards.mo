//! 1.5: a[1] = 8
model whens_of_a_loop_backwards
  "four whens at one instant, each needs the one after it"
  Integer a[4](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    when time > 1 then
      a[i] = 2*a[i+1];
    end when;
  end for;
  when time > 1 then
    a[4] = 1;
  end when;
end whens_of_a_loop_backwards;
