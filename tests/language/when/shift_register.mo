//! 1.5: q[1] = 1
//! 1.5: q[2] = 0
//! 3.5: q[1] = 3
//! 3.5: q[3] = 1
model shift_register
  Integer q[1000](each start = 0, each fixed = true);
equation
  when sample(1, 1) then
    q[1] = pre(q[1]) + 1;
    for i in 2:1000 loop
      q[i] = pre(q[i-1]);
    end for;
  end when;
end shift_register;
