//! tol 1e-6 1e-9
//! 0: a[1] = 1 +- 1e-9
//! 0: b[1] = 2 +- 1e-9
//! 0: a[2] = 2 +- 1e-9
//! 0: b[2] = 3 +- 1e-9
model two_per_element
  parameter Real s[2] = {3, 5}, d[2] = {-3, -5};
  Real a[2](each start = 1), b[2](each start = 2);
equation
  for i in 1:2 loop
    a[i] + b[i] = s[i];
    a[i]^2 - b[i]^2 = d[i];
  end for;
end two_per_element;
