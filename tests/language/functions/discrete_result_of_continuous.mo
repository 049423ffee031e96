model discrete_result_of_continuous
  function split
    input Real x;
    output Integer n;
    output Real r;
  algorithm
    n := integer(x);
    r := x - n;
  end split;
  Real x(start = 0, fixed = true), r;
  Integer n, m;
equation
  der(x) = 1;
  (n, r) = split(x);
algorithm
  m := split(x);
end discrete_result_of_continuous;
