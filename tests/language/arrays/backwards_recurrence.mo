//! 0: y[5] = 1
//! 0: y[4] = 2
//! 0: y[1] = 16
//! 0: w[1] = 3
//! 0: w[5] = 48
model backwards_recurrence
  Real y[5], w[5];
equation
  for i in 1:4 loop
    y[i]/2 = y[i + 1];
    0 = w[i] - w[i + 1]/2;
  end for;
  y[5] = 1;
  w[5] = 48;
end backwards_recurrence;
