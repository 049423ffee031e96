//! tol 1e-6 1e-8
//! 2.5: y = 6.5 +- 0.0013
function tab
  input Real x;
  output Real y;
protected
  parameter Real t[4] = {0, 1, 2, 3};
  parameter Real v[4] = {0, 1, 4, 9};
  Integer k;
algorithm
  k := 1;
  while k < 3 and x > t[k + 1] loop
    k := k + 1;
  end while;
  y := v[k] + (v[k + 1] - v[k])*(x - t[k])/(t[k + 1] - t[k]);
end tab;

model table_in_function
  Real y = tab(time);
equation
  annotation(experiment(StopTime = 2.5));
end table_in_function;
