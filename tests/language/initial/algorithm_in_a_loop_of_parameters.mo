//! 0: s = 60
//! 0: x[3] = 30
model algorithm_in_a_loop_of_parameters
  parameter Real p[3](each fixed = false);
  parameter Real q[3] = 10*p;
  Real x[3](start = q, each fixed = true);
  Real s = sum(q);
initial algorithm
  for i in 1:3 loop
    p[i] := i;
  end for;
equation
  der(x) = zeros(3);
end algorithm_in_a_loop_of_parameters;
