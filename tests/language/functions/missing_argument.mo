model missing_argument
  function f
    input Real x, y;
    output Real z;
  algorithm
    z := x + y;
  end f;
  Real r = f(1);
end missing_argument;
