model too_many_combinations_of_sizes
  function g
    input Real x[:];
    output Real s;
  algorithm
    s := if size(x, 1) == 0 then 0 else x[1] + g(x[2:end]);
  end g;
  Real x[300], y[1];
equation
  der(x) = -x;
  y[1] = g(x);
end too_many_combinations_of_sizes;
