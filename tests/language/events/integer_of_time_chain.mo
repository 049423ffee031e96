//! 0.25: k = 0
//! 0.75: k = 1
//! 1.25: k = 0
//! 2.75: odd = true
//! 2.75: x = 1.25 +- 1e-6
model integer_of_time_chain
  "a square wave of period 1 from integer parts"
  Integer k = integer(2*time) - 2*integer(time);
  Boolean odd = mod(integer(2*time), 2) == 1;
  Real x(start = 0, fixed = true);
equation
  der(x) = k;
end integer_of_time_chain;
