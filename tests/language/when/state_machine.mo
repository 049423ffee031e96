//! tol 1e-5 1e-7
//! 0.5: m = 1
//! 1.5: m = 2
//! 2.5: m = 3
//! 2.9: x = 1.1 +- 1e-3
//! 4.5: m = 1
model state_machine
  "idle until 1, up with slope 1 until x = 1 (t = 2) ... down from 2 (t = 2) to 0 (t = 4)"
  type Mode = enumeration(idle, up, down);
  Mode m(start = Mode.idle, fixed = true);
  Real x(start = 0, fixed = true);
equation
  der(x) = if m == Mode.up then 2 elseif m == Mode.down then -1 else 0;
  when pre(m) == Mode.idle and time > 1 and time < 3 then
    m = Mode.up;
  elsewhen x > 2 then
    m = Mode.down;
  elsewhen x < 0 then
    m = Mode.idle;
  end when;
end state_machine;
