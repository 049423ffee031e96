//! 10: h = 1.986524106001829 +- 0.01
model tank_two_inputs
  Real h(start = 0, fixed = true), qin = 1, qout = 0.5*h;
equation
  der(h) = qin - qout;
end tank_two_inputs;
