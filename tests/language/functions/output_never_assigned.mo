//! 0: y = 0
model output_never_assigned
  function f
    input Real x;
    output Real y;
    output Real z;
  algorithm
    z := x;
  end f;
  Real y = f(3);
end output_never_assigned;
