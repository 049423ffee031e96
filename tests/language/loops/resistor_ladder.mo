//! 0: v[1] = 5 +- 1e-9
//! 0: v[2] = 2.5 +- 1e-9
//! 0: v[6] = 0.15625 +- 1e-9
// Infinite ladder of 1 and 2 Ohm, closed by 1 + ... : each node has half the voltage of the one before
// if the series resistors are 1, the shunts 2 and the last shunt is 1: 1 || ... node: 2 || (1 + 1) = 1.
model resistor_ladder
  parameter Integer N = 6;
  Real v[N], i[N];
equation
  for k in 1:N loop
    i[k] = (if k > 1 then v[max(k - 1, 1)] else 10) - v[k];
  end for;
  for k in 1:N - 1 loop
    i[k] - i[k + 1] = v[k]/2;
  end for;
  i[N] = v[N];
end resistor_ladder;
