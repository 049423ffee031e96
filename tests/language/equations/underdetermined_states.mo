model underdetermined_states
  Real x[4](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    der(x[i]) = 1;
  end for;
end underdetermined_states;
