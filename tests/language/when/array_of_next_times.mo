//! 0.4: n[1] = 0
//! 3.4: n[1] = 6
//! 3.4: n[2] = 3
//! 3.4: n[3] = 2
model array_of_next_times
  "period i/2: i = 1: 0.5, 1, ... 3; i = 2: 1, 2, 3; i = 3: 1.5, 3"
  Integer n[3](each start = 0, each fixed = true);
  discrete Real next[3](start = {0.5, 1, 1.5}, each fixed = true);
equation
  for i in 1:3 loop
    when time >= pre(next[i]) then
      n[i] = pre(n[i]) + 1;
      next[i] = pre(next[i]) + i/2;
    end when;
  end for;
end array_of_next_times;
