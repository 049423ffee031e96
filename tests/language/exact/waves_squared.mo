// the square of a sine is none, whatever identities say
//! method exact
//! ends EMODEL
//! says its derivative is not linear in the states, the time and its sine
model waves_squared
  Real x(start = 0, fixed = true);
equation
  der(x) = sin(3*time)^2 - x;
end waves_squared;
