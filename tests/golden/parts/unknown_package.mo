model Test
  Satlus.Electrical.Resistor r(R = 10);
  Modelica.Electrical.Analog.Basic.Ground ground;
equation
  connect(r.p, ground.p);
  connect(r.n, ground.p);
end Test;
