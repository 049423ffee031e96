//! tol 1e-6 1e-9
//! 1: r = 1.41421356 +- 1e-4
model while_in_algorithm
  Real x(start = 1, fixed = true);
  Real r;
protected
  Real old;
equation
  der(x) = 1;
algorithm
  r := x;
  old := 0;
  while abs(r - old) > 1e-12 loop
    old := r;
    r := 0.5*(r + x/r);
  end while;
end while_in_algorithm;
