//! tol 1e-4 1e-6
//! 0.9: x[1] = 0.9 +- 1e-3
//! 1.5: x[1] = 0.5 +- 1e-3
//! 0.9: x[3] = 2.7 +- 1e-3
//! 1.5: x[3] = 1.5 +- 5e-3
//! 1.5: x[2] = 1 +- 5e-3
model reinit_of_elements
  "each x[i] falls to 0 at the value it has after one second"
  Real x[3](each start = 0, each fixed = true);
equation
  for i in 1:3 loop
    der(x[i]) = i;
    when x[i] > i then
      reinit(x[i], 0);
    end when;
  end for;
end reinit_of_elements;
