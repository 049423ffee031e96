// The field of an oscillator as a function of the whole state.
//! method qss3
//! tol 1e-7 1e-9
//! 1.5707963267948966: x[1] = 0 +- 1e-4
//! 1.5707963267948966: x[2] = -1 +- 1e-4
model of_states
  function field
    input Real x[2];
    output Real f[2];
  algorithm
    f := {x[2], -x[1]};
  end field;
  Real x[2](start = {1, 0}, each fixed = true);
equation
  der(x) = field(x);
end of_states;
