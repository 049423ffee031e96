//! 1: v[1] = 0.3678794411714423 +- 1e-4
//! 1: v[300] = 0.3678794411714423 +- 1e-4
//! 1: u = 0.3678794411714423 +- 1e-4
//! tol 1e-6 1e-6
// 300 capacitors of 1/300 F at one node, and a resistor of 1 Ohm: one state
model hundreds_in_parallel
  parameter Integer N = 300;
  Real v[N](each start = 1), i[N], u;
equation
  for k in 1:N loop
    i[k] = der(v[k])/N;
    v[k] = u;
  end for;
  sum(i) + u = 0;
  annotation(experiment(StopTime = 1));
end hundreds_in_parallel;
