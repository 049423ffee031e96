// Each y is the integral of f'(time), hence f(time) - f(0).
//! method qss3
//! tol 1e-9 1e-9
//! 0.8: y[1] = 0.717356090899523 +- 1e-6
//! 0.8: y[2] = -0.303293290652835 +- 1e-6
//! 0.8: y[3] = 1.029638557050364 +- 1e-6
//! 0.8: y[4] = 0.927295218001612 +- 1e-6
//! 0.8: y[5] = 0.674740942223553 +- 1e-6
//! 0.8: y[6] = 1.225540928492468 +- 1e-6
//! 0.8: y[7] = 0.587786664902119 +- 1e-6
//! 0.8: y[8] = 0.341640786499874 +- 1e-6
//! 0.8: y[9] = 0.664036770267849 +- 1e-6
model series_of_functions
  Real y[9](each start = 0, each fixed = true);
  parameter Real a = 1;
equation
  der(y[1]) = cos(time);
  der(y[2]) = -sin(time);
  der(y[3]) = 1/cos(time)^2;
  der(y[4]) = 1/sqrt(1 - time^2);
  der(y[5]) = 1/(1 + time^2);
  der(y[6]) = exp(time);
  der(y[7]) = 1/(1 + time);
  der(y[8]) = 0.5/sqrt(1 + time);
  der(y[9]) = 1/cosh(time)^2;
end series_of_functions;
