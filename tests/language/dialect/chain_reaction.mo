//! 6: x[1] = 0.0002478752 +- 0.001
//! 6: x[6] = 0.003414117 +- 0.001
//! 6: x[12] = 0.01613372 +- 0.001
model chain_reaction
  constant Integer N = 12;
  constant Integer H = N/2, Q = N/4 + 1;
  Real x[N];
  discrete Real d[H](each start = 0.1);
equation
  for i in 1:H loop
    der(x[i]) = d[i] - x[i];
  end for;
  for i in H+1:N loop
    der(x[i]) = x[i-H] - x[i];
  end for;
algorithm
  for i in 1:H loop
    when x[i] > 0.05*i then
      d[i] := 0;
      if i < H then
        d[i+1] := 1;
      end if;
    end when;
  end for;
  annotation(experiment(StopTime = 6, MMO_Output = {x[Q], x[N]}));
end chain_reaction;
