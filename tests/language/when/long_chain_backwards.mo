model long_chain_backwards
  Integer a[1000](each start = 0, each fixed = true);
equation
  when sample(1, 1) then
    for i in 1:999 loop
      a[i] = a[i+1];
    end for;
    a[1000] = pre(a[1000]) + 1;
  end when;
end long_chain_backwards;
