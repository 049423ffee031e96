//! ends EMODEL
//! says division by zero
model division_by_zero
  function f
    input Integer a;
    input Integer b;
    output Integer c = div(a, b);
  algorithm
  end f;
  Integer n(start = 1, fixed = true), m(start = 0, fixed = true);
equation
  when sample(1, 1) then
    n = pre(n) - 1;
    m = f(6, n);
  end when;
  annotation(experiment(StopTime = 3));
end division_by_zero;
