model quantum_of_wrong_shape
  Real x(start = 0, fixed = true) annotation(__Saltus_quantum = {1e-5, 1e-8, 1});
  Real y(start = 0, fixed = true) annotation(__Saltus_quantum = "small");
  Real z(start = 0, fixed = true) annotation(__Saltus_quantum = -1, __Saltus_method = "qss9");
equation
  der(x) = 1;
  der(y) = 1;
  der(z) = 1;
end quantum_of_wrong_shape;
