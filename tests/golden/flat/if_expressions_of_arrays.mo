model if_expressions_of_arrays
  parameter Boolean swap = false;
  parameter Integer N = 8;
  Real x[N](each start = 1), y[N], z[3];
  Boolean b = x[1] > 0.5;
equation
  der(x) = if b then -x else zeros(N);
  y = if swap then x[N:-1:1] elseif b then 2*x else {i for i in 1:N};
  z = if b then {x[1], x[2], x[3]} else x[4:6] + (if swap then z else ones(3));
end if_expressions_of_arrays;
