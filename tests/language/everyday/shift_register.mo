//! 3.5: b[1] = 1
//! 3.5: b[2] = 0
//! 3.5: b[3] = 1
model shift_register
  Integer b[3](each start = 0, each fixed = true), k(start = 0, fixed = true);
equation
  when sample(1, 1) then
    k = pre(k) + 1;
    b[1] = mod(k, 2);
    b[2:3] = pre(b[1:2]);
  end when;
end shift_register;
