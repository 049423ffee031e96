//! 1: c.x[2] = 2
//! 1: c.y[3] = 6
//! 1: d.x[2] = 2
//! 1: d.y[3] = 6
// A parameter that a class and its base declare alike: equations and sizes of either mean the one
model inherited_twice_used
  partial model Plug
    parameter Integer m(min = 1) = 3 "phases";
    Real x[m];
  end Plug;
  model C
    parameter Integer m(final min = 3) = 3;
    extends Plug;
    Real y[m];
  equation
    for i in 1:m loop
      x[i] = i*time;
      y[i] = 2*x[i];
    end for;
  end C;
  model D
    extends C;
  end D;
  C c;
  D d;
  annotation(experiment(StopTime = 1));
end inherited_twice_used;
