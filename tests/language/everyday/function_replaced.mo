//! tol 1e-6 1e-8
//! 1: a.y = 4 +- 0.0008
model function_replaced
  model L
    replaceable function f = sq;
    Real y;
  equation
    y = f(2.0);
  end L;
  function sq
    input Real x;
    output Real y;
  algorithm
    y := x;
  end sq;
  function cube
    input Real x;
    output Real y;
  algorithm
    y := x*x;
  end cube;
  L a(redeclare function f = cube);
equation
  annotation(experiment(StopTime = 1));
end function_replaced;
