//! 0.55: y = 0.37 +- 1e-9
model filter_of_samples
  "a shift register in a loop that counts down"
  parameter Integer N = 3; parameter Real b[N] = {0.2, 0.3, 0.5};
  discrete Real u[N](each start = 0, each fixed = true); Real y = b*u;
algorithm
  when sample(0.1, 0.1) then
    for i in N:-1:2 loop u[i] := u[i - 1]; end for;
    u[1] := time;
  end when;
end filter_of_samples;
