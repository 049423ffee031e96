model M
  Real x = 1;
  parameter Real x = 2;
  function f
    input Real u;
    output Real u;
  algorithm
  end f;
end M;
