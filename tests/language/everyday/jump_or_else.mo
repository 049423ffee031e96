//! 0.5: x = 0.5 +- 1e-3
//! 1.5: x = 10.5 +- 1e-3
//! 2.4: x = 11.4 +- 1e-3
//! 3: x = 0.5 +- 2e-3
model jump_or_else
  "two jumps of one state, by when and elsewhen"
  Real x(start = 0, fixed = true), y(start=0, fixed=true);
equation
  der(x) = 1; der(y)=1;
  when x > 1 and x < 5 then
    reinit(x, 10);
  elsewhen y > 2.5 then
    reinit(x, 0);
  end when;
end jump_or_else;
