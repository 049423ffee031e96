//! 0.6: f = -1
//! 0.7: f = -1
//! 1: f = -2
//! 1: x = -1.46032618109 +- 1e-3
model floor_of_sine_jumps_to_edge "a floor of a sine that jumps over two levels to its edge, and sinks from there"
  Real s(start = -3.36, fixed = true), x(start = 0, fixed = true);
  Real f = floor(3*sin(-mod(s, 0.7)));
equation
  der(s) = 1;
  der(x) = f;
end floor_of_sine_jumps_to_edge;
