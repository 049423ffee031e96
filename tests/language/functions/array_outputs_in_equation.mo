//! 1: m = 2 +- 1e-6
//! 1: v[1] = -1 +- 1e-6
//! 1: v[3] = 1 +- 1e-6
model array_outputs_in_equation
  "mean and deviations"
  function centre
    input Real x[:];
    output Real m;
    output Real v[size(x, 1)];
  algorithm
    m := sum(x)/size(x, 1);
    v := x .- m;
  end centre;
  Real x(start = 0, fixed = true);
  Real m, v[3];
equation
  der(x) = 1;
  (m, v) = centre({x, 2*x, 3*x});
end array_outputs_in_equation;
