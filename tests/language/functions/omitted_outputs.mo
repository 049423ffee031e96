//! 1: a = 2 +- 1e-6
//! 1: c = 8 +- 1e-6
//! 1: s = 4 +- 1e-6
model omitted_outputs
  function powers
    input Real x;
    output Real a;
    output Real b;
    output Real c;
  algorithm
    a := x;
    b := x^2;
    c := x^3;
  end powers;
  Real x(start = 1, fixed = true);
  Real a, c, s;
equation
  der(x) = 1;
  (a, , c) = powers(x);
algorithm
  (, s, ) := powers(x);
end omitted_outputs;
