model steady_state
  parameter Real k = 2;
  Real x, y(start = 3, fixed = true), z, w(start = 1);
initial equation
  der(x) = 0;
  z^3 + z = y;
equation
  der(x) = 6 - k*x + y;
  der(y) = -y;
  der(z) = -w;
  der(w) = z;
end steady_state;
