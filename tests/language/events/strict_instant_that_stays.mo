//! 0.9: n = 0
//! 1.5: n = 1
//! 3: n = 2
//! 3: inside = 2
//! 3: d = 2
//! 3: a[1] = 1
//! 3: a[3] = 3
//! 3: counts[1] = 1
//! 2.9: counts[3] = 1
model strict_instant_that_stays
  "the body sets the next instant to the present one: time is beyond it already"
  discrete Real d(start = 1, fixed = true), a[3](start = {1, 2, 2.5}, each fixed = true);
  discrete Integer n(start = 0, fixed = true), inside(start = 0, fixed = true), counts[3](each start = 0, each fixed = true);
equation
  when time > d then
    d = 2;
    n = pre(n) + 1;
    inside = pre(inside) + (if time > pre(d) then 1 else 0);
  end when;
  for i in 1:3 loop
    when time > a[i] then
      a[i] = if i < 3 then pre(a[i]) else 3;
      counts[i] = pre(counts[i]) + 1;
    end when;
  end for;
end strict_instant_that_stays;
