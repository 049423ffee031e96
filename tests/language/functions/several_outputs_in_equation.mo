//! 2: q = 3
//! 2: r = 1 +- 1e-6
//! 2: only = 3
//! 2: rest = 1 +- 1e-6
model several_outputs_in_equation
  function divide
    input Real a;
    input Real b;
    output Real q;
    output Real r;
  algorithm
    q := floor(a/b);
    r := a - q*b;
  end divide;
  Real q, only, r, rest;
equation
  (q, r) = divide(8 + time, 3);
  (only, ) = divide(8 + time, 3);
  (, rest) = divide(8 + time, 3);
end several_outputs_in_equation;
