//! tol 1e-6 1e-8
//! 1: n = 1 +- 0.0002
model logic_of_times
  Boolean a = time > 0.2, b = time > 0.6, c;
  Integer n(start = 0, fixed = true);
equation
  c = a and not b;
  when not c and a then
    n = pre(n) + 1;
  end when;
  annotation(experiment(StopTime = 1));
end logic_of_times;
