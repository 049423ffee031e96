//! 4: x[1,1] = 1.597826 +- 0.016
//! 4: x[3,2] = 4.439867 +- 0.044
//! 4: s = 27.77863 +- 0.28
model matrix_of_states
  constant Integer N = 3;
  Real x[N,N], s;
  parameter Real a = 0.5;
initial algorithm
  for i in 1:N, j in 1:N loop
    x[i,j] := i*10 + j;
  end for;
equation
  s = sum(x);
  for i in 1:N, j in 1:N loop
    der(x[i,j]) = -a*x[i,j] + 1e-3*s;
  end for;
  annotation(experiment(StopTime = 4, MMO_Output = {x[1,1], x[2,3], s}));
end matrix_of_states;
