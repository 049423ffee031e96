//! 0.9: n = 0
//! 1.1: n = 1
//! 1.1: h = -0.4 +- 1e-9
//! 3: n = 1
//! 3: h = 1.5 +- 1e-9
model clock_puts_it_beyond "a mode that the derivative reads is a reaction, also after a jump of its own state"
  Real h(start = 1, fixed = true);
  Boolean low(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(h) = if low then 1 else -0.3*sqrt(h);
  when sample(1, 10) then
    reinit(h, -0.5);
  end when;
  when h <= 0 then
    low = true;
    n = pre(n) + 1;
  end when annotation(__Saltus_unilateral = true);
end clock_puts_it_beyond;
