model unknown_saltus_name
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  annotation(__Saltus_mehtod = "liqss2");
end unknown_saltus_name;
