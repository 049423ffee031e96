// Three phases, six diodes, a load of a resistor: the current goes from one diode to the next at one instant, where
// the one is at 0 because the other one is. Starts 0.1 of a period after a commutation.
model commutation
  parameter Real Ron = 1e-5, Goff = 1e-5, R = 10;
  constant Real w = 6.28318530717958647693;
  Real u[3], v[3] "from the star point, from the lower rail", p "upper rail";
  Real s[3], i[3] "upper diodes";
  Real z[3], j[3] "lower diodes";
  Real y "star point";
  Boolean off[3], down[3];
equation
  for k in 1:3 loop
    u[k] = 100*sin(w*(time + 1/12 + 0.1 - (k - 1)/3));
    v[k] = y + u[k];
    off[k] = s[k] < 0;
    down[k] = z[k] < 0;
    v[k] - p = s[k]*(if off[k] then 1 else Ron);
    i[k] = s[k]*(if off[k] then Goff else 1);
    -v[k] = z[k]*(if down[k] then 1 else Ron);
    j[k] = z[k]*(if down[k] then Goff else 1);
  end for;
  i[1] + i[2] + i[3] = p/R;
  j[1] + j[2] + j[3] = p/R;
  annotation(experiment(StopTime = 1));
end commutation;
