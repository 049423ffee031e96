model input_across_a_capacitor
  input Real u;
  Real v, i;
equation
  v = u;
  i = der(v);
end input_across_a_capacitor;
