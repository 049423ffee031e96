//! 9: good = true
//! method liqss3
model floor_of_large_state_liqss3
  "x has a quantum of several units: its floor jumps, but stays as near as q is to x"
  Real x(start = 1, fixed = true);
  Integer k = integer(x);
  Boolean good = abs(x - k) < 30 and k > 8000;
equation
  der(x) = x;
end floor_of_large_state_liqss3;
