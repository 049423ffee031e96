//! 1: a = 1.8415 +- 1e-3
//! 1: b = true
//! 2: c = 3
model outputs_no_one_reads
  "outputs of three types"
  Real x(start = 0, fixed = true);
  output Real a = x + sin(time);
  output Boolean b = x > 0.5;
  output Integer c = integer(x + 1.0001);
equation
  der(x) = 1;
end outputs_no_one_reads;
