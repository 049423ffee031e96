model discrete_result_in_algorithm
  function whole
    input Real x;
    output Integer n;
  algorithm
    n := integer(x);
  end whole;
  Real x(start = 0, fixed = true);
  Integer m;
equation
  der(x) = 1;
algorithm
  m := whole(x);
end discrete_result_in_algorithm;
