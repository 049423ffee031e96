//! 1.5: a[4] = 8
//! 2.5: a[4] = 16
model chain_over_elements
  Integer a[4](each start = 0, each fixed = true);
equation
  when sample(1, 1) then
    a[1] = pre(a[1]) + 1;
    for i in 2:4 loop
      a[i] = 2*a[i-1];
    end for;
  end when;
end chain_over_elements;
