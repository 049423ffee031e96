model wrong_argument_type
  function f
    input Integer n;
    output Real y = n;
  algorithm
  end f;
  Real r = f(1.5);
end wrong_argument_type;
