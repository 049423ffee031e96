//! tol 1e-6 1e-8
//! 2: n = 2 +- 0.0004
//! 2: k = 4 +- 0.0008
model edge_and_change
  Boolean b = sin(10*time) > 0.5;
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  when edge(b) and time < 1 then
    n = pre(n) + 1;
  end when;
  when change(b) and time < 1.2 then
    k = pre(k) + 1;
  end when;
  annotation(experiment(StopTime = 2));
end edge_and_change;
