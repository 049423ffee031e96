//! 1.5: a[1000] = 1000
//! 2.5: a[1000] = 1001
model long_chain
  Integer a[1000](each start = 0, each fixed = true);
equation
  when sample(1, 1) then
    for i in 2:1000 loop
      a[i] = a[i-1] + 1;
    end for;
    a[1] = pre(a[1]) + 1;
  end when;
end long_chain;
