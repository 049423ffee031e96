//! tol 1e-6 1e-8
//! 2: a = 3 +- 0.0006
//! 2: b = 1 +- 0.0002
model when_of_list
  Integer a(start = 0, fixed = true), b(start = 0, fixed = true);
equation
  when {time > 0.5, time > 1.0, time > 1.5} then
    a = pre(a) + 1;
  end when;
  when time > 1.2 then
    b = 1;
  end when;
  annotation(experiment(StopTime = 2));
end when_of_list;
