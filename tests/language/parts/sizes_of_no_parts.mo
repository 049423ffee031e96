// Sizes inside an array of parts are asked of all parts; also if there are none.
model Stage
  parameter Integer m = 2;
  parameter Boolean extra = true;
  Real x[m](each start = 1, each fixed = true);
  Real y = sum(x) + size(x, 1) if extra;
equation
  for i in 1:m loop
    der(x[i]) = -i*x[i];
  end for;
end Stage;
model sizes_of_no_parts
  parameter Integer N = 0;
  Stage s[N];
  Stage t[3](each m = 3, each extra = false);
  Stage u[2](m = {4, 4});
end sizes_of_no_parts;
//! tol 1e-6 1e-9
//! 1: t[2].x[3] = 0.0497870683678639 +- 1e-5
//! 1: u[1].x[4] = 0.0183156388887342 +- 1e-5
//! 1: u[2].y = 4.57131955 +- 1e-4
