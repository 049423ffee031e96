//! 200: T[5] = 50 +- 0.3
model heat_rod
  parameter Integer n = 9;
  Real T[n](each start = 0, each fixed = true);
equation
  der(T[1]) = 100 - 2*T[1] + T[2];
  for i in 2:n - 1 loop
    der(T[i]) = T[i - 1] - 2*T[i] + T[i + 1];
  end for;
  der(T[n]) = T[n - 1] - 2*T[n];
end heat_rod;
