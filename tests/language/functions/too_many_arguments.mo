model too_many_arguments
  function f
    input Real x;
    output Real y = x;
  algorithm
  end f;
  Real r = f(1, 2);
end too_many_arguments;
