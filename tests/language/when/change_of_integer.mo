//! 0.5: n = 0
//! 1.5: n = 1
//! 3.5: n = 3
//! 3.5: d = 3
//! 3.5: back = 0
model change_of_integer
  Integer k = integer(time), n(start = 0, fixed = true), back(start = 0, fixed = true);
  discrete Real d(start = 0, fixed = true);
equation
  when change(k) then
    n = pre(n) + 1;
    d = pre(d) + (k - pre(k));
  end when;
  when k < pre(k) then
    back = pre(back) + 1;
  end when;
end change_of_integer;
