//! 0: y[1] = 1 +- 1e-8
//! 0: y[2] = 2 +- 1e-8
//! 0: y[3] = 3 +- 1e-8
//! 0: y[4] = 4 +- 1e-8
// y[i]^2 = y[i-1] y[i+1] + 1 has the solution y[i] = i; 0 and 5 around.
model nonlinear_neighbours
  Real y[4](start = {1.2, 2.1, 2.9, 4.2});
equation
  y[1]^2 = 1;
  for i in 2:3 loop
    y[i]^2 = y[i - 1]*y[i + 1] + 1;
  end for;
  y[4]^2 = y[3]*5 + 1;
end nonlinear_neighbours;
