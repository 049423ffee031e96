//! 1: x[2] = 29
model c19 "array argument given a scalar-typed slot: vectorised call"
  function f
    input Real a;
    input Real T;
    output Real d;
  algorithm
    d := a + T;
  end f;
  parameter Real IC[2] = {1, 2};
  Real x[2] = f(IC, 27);
end c19;
