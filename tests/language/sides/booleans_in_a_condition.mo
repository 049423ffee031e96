//! 0.5: n = 0
//! 1.4: n = 0
//! 1.6: n = 1
//! 2.5: n = 1
//! 2.5: armed = false
//! 3.5: n = 1
//! 4.6: n = 2
model booleans_in_a_condition "a Boolean that becomes true while the relation holds makes the event, too"
  Real x(start = 0, fixed = true);
  Boolean armed(start = false, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(x) = 1;
  when {time > 1.5, time > 4.5} then
    armed = true;
  elsewhen time > 2 then
    armed = false;
  end when;
  when x > 1 and armed and not pre(n) > 5 then
    n = pre(n) + 1;
  end when annotation(__Saltus_mustCross = true);
end booleans_in_a_condition;
