model M
  Real x;
equation
  x = Modelica.Math.sinus(time);
  x = Modelica.Constants.pie;
end M;
