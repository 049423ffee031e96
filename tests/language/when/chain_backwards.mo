//! 1.5: a[1] = 8
//! 2.5: a[1] = 16
model chain_backwards
  Integer a[4](each start = 0, each fixed = true);
equation
  when sample(1, 1) then
    for i in 1:3 loop
      a[i] = 2*a[i+1];
    end for;
    a[4] = pre(a[4]) + 1;
  end when;
end chain_backwards;
