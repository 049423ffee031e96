//! tol 1e-6 1e-9
//! 0: v[1] = 5 +- 1e-9
//! 0: v[2] = 2.5 +- 1e-9
//! 0: i[1] = 5 +- 1e-9
//! 1: x = 6.06530659713 +- 1e-3
//! 1: v[1] = 3.03265329856 +- 1e-3
// 1 Ohm in series, 2 Ohm to the ground, 1 Ohm at the end: half the voltage at each stage; x' = -i[1] = -x/2
model long_ladder
  parameter Integer N = 60;
  Real x(start = 10, fixed = true), v[N], i[N];
equation
  der(x) = -i[1];
  for k in 1:N loop
    i[k] = (if k > 1 then v[max(k - 1, 1)] else x) - v[k];
  end for;
  for k in 1:N - 1 loop
    i[k] - i[k + 1] = v[k]/2;
  end for;
  i[N] = v[N];
end long_ladder;
