//! tol 1e-6 1e-8
//! 1: x = 0.36787944 +- 1e-5
//! 1: y = 0.36787944 +- 1e-5
model chain_of_calls_in_der
  function neg
    input Real x[:];
    output Real y[size(x, 1)];
  algorithm
    for i in 1:size(x, 1) loop
      y[i] := -x[i];
    end for;
  end neg;
  function pick
    input Real x[:];
    input Integer i;
    output Real y;
  protected
    Real z[size(x, 1)];
  algorithm
    z := neg(x);
    y := z[i];
  end pick;
  Real x(start = 1, fixed = true), y(start = 1, fixed = true);
equation
  der(x) = pick({x, y}, 1);
  der(y) = pick({x, y}, 2);
end chain_of_calls_in_der;
