//! 0.9: n = 0
//! 1.5: n = 0
//! 1.5: d = 2
//! 3: n = 1
//! 2.9: m = 1
//! 3.5: m = 2
model strict_instant_of_another
  "time >= 1 moves the instant of time > d before that is over; set to now, it fires once more"
  discrete Real d(start = 1, fixed = true), e(start = 0.5, fixed = true);
  discrete Integer n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  when time > d then
    n = pre(n) + 1;
  end when;
  when time >= 1 then
    d = 2;
  end when;
  when time > e then
    m = pre(m) + 1;
  end when;
  when time >= 3 then
    e = time;
  end when;
end strict_instant_of_another;
