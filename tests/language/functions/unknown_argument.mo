model unknown_argument
  function f
    input Real width;
    output Real z;
  algorithm
    z := width;
  end f;
  Real r = f(widht = 1);
end unknown_argument;
