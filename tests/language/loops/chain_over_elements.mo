//! 0: s[5] = 15
model chain_over_elements
  Real s[5];
equation
  s[1] = 1;
  for i in 2:5 loop
    s[i] = s[i-1] + i;
  end for;
end chain_over_elements;
