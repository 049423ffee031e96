//! 2: y[1] = 2 +- 1e-6
//! 2: y[2] = 4 +- 1e-6
//! 2: y[3] = 8 +- 1e-6
//! 2: z[2] = 1
model array_assigned
  Real x(start = 0, fixed = true), y[3], z[3];
equation
  der(x) = 1;
algorithm
  y[1] := x;
  for i in 2:3 loop
    y[i] := y[i-1]*x;
  end for;
algorithm
  z := zeros(3);
  z[2:3] := {1, 2};
end array_assigned;
