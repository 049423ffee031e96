// An output that jumps inside a function. Where no enclosure is short enough the run must go on.
//! tol 1e-4 1e-6
//! 10: x = 0.4 +- 1e-3
//! 10: y = 0.3236 +- 1e-3
model jump_that_is_shown
  function steps
    input Real u;
    output Real v;
  algorithm
    v := 0;
    for i in 1:4 loop
      if u > 0.3*i then
        v := v + 0.2;
      else
        v := v + 0.1*u/(1 + u*u);
      end if;
    end for;
  end steps;
  Real x(start = -0.418, fixed = true);
  Real y = steps(tanh(0.5*(x + 0.77)));
equation
  der(x) = 3*(0.4 - x);
  annotation(experiment(StopTime = 10));
end jump_that_is_shown;
