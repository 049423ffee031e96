//! 10: u[1] = 4.940974e-06 +- 0.001
//! 10: u[10] = 0.0154184 +- 0.001
//! 10: u[20] = 0.3458547 +- 0.0035
model pollutant
  constant Integer N = 20;
  constant Real dx = 10/N, D = 0.1, v = 1.0;
  Real u[N];
initial algorithm
  for i in 1:0.3*N loop
    u[i] := 1;
  end for;
equation
  der(u[1]) = -v*u[1]/dx + D*(u[2] - 2*u[1])/dx^2;
  for i in 2:N-1 loop
    der(u[i]) = -v*(u[i] - u[i-1])/dx + D*(u[i+1] - 2*u[i] + u[i-1])/(dx^2);
  end for;
  der(u[N]) = -v*(u[N] - u[N-1])/dx + D*(u[N-1] - u[N])/dx^2;
  annotation(experiment(StopTime = 10, MMO_Solver = LIQSS2, MMO_Output = {u[N/2], u[1:5:N]}));
end pollutant;
