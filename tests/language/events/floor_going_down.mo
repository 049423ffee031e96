//! tol 1e-5 1e-7
//! 0.25: f = 2
//! 0.25: c = 3
//! 0.75: f = 1
//! 0.75: c = 2
//! 1.75: f = 0
//! 2.75: f = -1
//! 2.75: c = 0
//! 3.75: f = -2
//! 3.75: i = -2
//! 3.75: c = -1
//! 3.75: g = -1
model floor_going_down
  "down through the integers, on a state and on time"
  Real x(start = 2.5, fixed = true);
  Real f = floor(x), c = ceil(x);
  Integer i = integer(2.5 - time);
  Real g = ceil(2.5 - time);
equation
  der(x) = -1;
end floor_going_down;
