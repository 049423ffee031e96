//! 1: a = 1 +- 1e-6
//! 1: z = 4 +- 1e-6
model unused_result_of_tuple
  function three
    input Real x;
    output Real a = x;
    output Real b[2] = {2*x, 3*x};
    output Real c = 4*x;
  algorithm
  end three;
  Real x(start = 0, fixed = true), a, b[2], z;
equation
  der(x) = 1;
  (a, b) = three(x);
  (, , z) = three(x);
end unused_result_of_tuple;
