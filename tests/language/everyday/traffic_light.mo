//! 0.5: s = 1
//! 12: s = 2
//! 17: s = 3
//! 21: s = 1
model traffic_light
  Integer s(start = 1, fixed = true);
  discrete Real next(start = 10, fixed = true);
algorithm
  when time > pre(next) then
    s := if pre(s) == 3 then 1 else pre(s) + 1;
    next := time + (if s == 1 then 10 elseif s == 2 then 5 else 5);
  end when;
end traffic_light;
