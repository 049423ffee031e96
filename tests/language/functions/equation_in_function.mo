model equation_in_function
  function f
    input Real x;
    output Real y;
  equation
    y = x;
  end f;
  Real r = f(1);
end equation_in_function;
