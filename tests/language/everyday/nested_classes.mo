//! tol 1e-6 1e-8
//! 2: a.b.x = 2 +- 0.0004
//! 2: t = 4 +- 0.0008
model nested_classes
  model A
    model B
      parameter Real k = 1;
      Real x(start = 0, fixed = true);
    equation
      der(x) = k;
    end B;
    B b(k = kk);
    parameter Real kk = 0.5;
  end A;
  A a(kk = 1);
  Real t = 2*a.b.x;
equation
  annotation(experiment(StopTime = 2));
end nested_classes;
