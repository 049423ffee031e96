//! tol 1e-5 1e-7
//! 0.5: f = 0
//! 1.5: f = 7
//! 1.5: c = 8
//! 2.5: f = 8
//! 3.5: f = -4
model floor_after_jump
  Real x(start = 0, fixed = true);
  Real f = floor(x), c = ceil(x);
equation
  der(x) = 1;
  when time > 1 then
    reinit(x, 7.2);
  elsewhen time > 3 then
    reinit(x, -4);
  end when;
end floor_after_jump;
