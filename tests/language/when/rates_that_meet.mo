//! 0.05: y = 1
//! 0.25: x = 3
//! 0.25: y = 1
//! 0.35: x = 4
//! 0.35: y = 4
//! 0.35: z = 3
//! 0.95: y = 10
model rates_that_meet
  "y takes x every third time; where both change, y takes the new x and z the old one"
  Integer x(start = 0, fixed = true), y(start = 0, fixed = true), z(start = 0, fixed = true);
equation
  when sample(0, 0.3) then
    y = x;
    z = pre(x);
  end when;
  when sample(0, 0.1) then
    x = pre(x) + 1;
  end when;
end rates_that_meet;
