model outputs_counted_wrong
  function f
    input Real x;
    output Real a = x;
    output Real b = 2*x;
  algorithm
  end f;
  Real p, q, r;
equation
  (p, q, r) = f(time);
  (p, q) = sin(time);
  (p, 2) = f(time);
end outputs_counted_wrong;
