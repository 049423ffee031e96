//! 0: y[1] = 4
//! 0: y[2] = 5
//! 0: y[3] = 6
model fixed_per_element
  Real y[3](start = {4, 0, 6}, fixed = {true, false, true});
initial equation
  y[2] = 5;
equation
  der(y) = zeros(3);
end fixed_per_element;
