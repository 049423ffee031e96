model time_in_function
  function f
    input Real x;
    output Real y;
  algorithm
    y := x + time;
  end f;
  Real x(start = 0, fixed = true);
equation
  der(x) = f(x);
end time_in_function;
