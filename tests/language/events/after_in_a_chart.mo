//! 4: s = 1
//! 6: s = 2
//! 8.5: s = 1
//! 30: n = 4
model after_in_a_chart "a chart that stays 5 in one state and 3 in the other"
  Integer s(start = 1, fixed = true), n(start = 0, fixed = true);
  discrete Real entered(start = 0, fixed = true);
equation
  when time >= pre(entered) + (if pre(s) == 1 then 5 else 3) then
    s = 3 - pre(s);
    entered = time;
    n = pre(n) + (if s == 2 then 1 else 0);
  end when;
end after_in_a_chart;
