//! ends EMODEL
//! says outside
//! 1: x = 1 +- 1e-6
model index_checked
  function pick
    input Real v[3];
    input Integer i;
    output Real y;
  algorithm
    y := v[i];
  end pick;
  Real x(start = 0, fixed = true);
  Integer k(start = 3, fixed = true);
  Real z(start = 0, fixed = true);
equation
  der(x) = 1;
  der(z) = pick({1, 2, 3}, k);
  when x > 2 then
    k = 4;
  end when;
  annotation(experiment(StopTime = 5));
end index_checked;
