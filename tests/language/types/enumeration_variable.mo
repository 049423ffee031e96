//! 0: m = 1
//! 1.5: m = 2
//! 2.5: m = 3
//! 3: x = 2 +- 1e-6
model enumeration_variable
  type Mode = enumeration(up, still, down);
  Mode m(start = Mode.up, fixed = true);
  Real x(start = 3, fixed = true);
equation
  der(x) = if m == Mode.up then 1 elseif m == Mode.still then 0 else -2;
  when time > 1 then
    m = Mode.still;
  elsewhen time > 2 then
    m = Mode.down;
  end when;
end enumeration_variable;
