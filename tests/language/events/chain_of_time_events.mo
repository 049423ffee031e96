//! 0.5: level = 0
//! 1.5: level = 1
//! 2.5: level = 2
//! 3.5: level = 3
//! 4.5: level = -1
//! 4.5: x = 5.5 +- 1e-6
model chain_of_time_events
  parameter Real p[4] = {1, 2, 3, 4};
  Real level;
  Real x(start = 0, fixed = true);
equation
  level = if time > p[4] then -1 elseif time > p[3] then 3 elseif time > p[2] then 2 elseif time > p[1] then 1 else 0;
  der(x) = level;
end chain_of_time_events;
