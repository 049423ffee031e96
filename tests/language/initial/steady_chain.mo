// Each mode is known when the state before it is.
//! 0: x[300] = 24 +- 1e-9
model steady_chain
  Real x[300];
equation
  der(x[1]) = (if time < 0.5 then 24 else 0) - x[1];
  for k in 2:300 loop
    der(x[k]) = (if x[k - 1] > 3 then x[k - 1] else 0) - x[k];
  end for;
initial equation
  der(x[1]) = 0;
  for k in 2:300 loop
    der(x[k]) = 0;
  end for;
end steady_chain;
