//! 1: v[1] = 0.8187307530779818 +- 1e-5
//! 1: v[5] = 0.8187307530779818 +- 1e-5
//! 1: u = 0.8187307530779818 +- 1e-5
//! tol 1e-7 1e-7
// five capacitors of 1 F at one node, and a resistor of 1 Ohm
model many_in_parallel
  parameter Integer N = 5;
  Real v[N](each start = 1), i[N], u;
equation
  for k in 1:N loop
    i[k] = der(v[k]);
    v[k] = u;
  end for;
  sum(i) + u = 0;
  annotation(experiment(StopTime = 1));
end many_in_parallel;
