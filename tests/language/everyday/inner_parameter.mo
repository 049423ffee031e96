//! tol 1e-6 1e-8
//! 1: a.y = 9.81 +- 0.001962
model inner_parameter
  model A
    outer parameter Real g;
    Real y = g;
  end A;
  inner parameter Real g = 9.81;
  A a;
equation
  annotation(experiment(StopTime = 1));
end inner_parameter;
