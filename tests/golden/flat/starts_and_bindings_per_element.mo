model starts_and_bindings_per_element
  parameter Integer N = 5;
  parameter Real a[N] = {i^2 for i in 1:N};
  parameter Real b[2, 3] = {{1, 2, 3}, {4, 5, 6}};
  parameter Real c[3] = {p, 2*p, 7};
  parameter Real p = 1;
  parameter Real d[N] = linspace(0, 1, N);
  parameter Real e[N] = 2*a + fill(p, N);
  parameter Integer k[4] = {4, 3, 2, 1};
  Real x[N](start = a, each fixed = true, nominal = {1, 10, 100, 1000, 10000});
  Real y[2, 3](start = b);
  Real z[3](start = c);
equation
  der(x) = -x;
  der(y) = -y;
  der(z) = -z;
end starts_and_bindings_per_element;
