//! 0.5: n = 0
//! 1.5: n = 1
//! 1.5: a = true
//! 1.5: k = 0
model one_instant_one_event
  "a, b become true together: there is no moment at which only one of them is"
  parameter Real p = 1, q = 1;
  Boolean a = time >= p, b = time >= q;
  Integer n(start = 0, fixed = true), k(start = 0, fixed = true);
equation
  when {a, b} then
    n = pre(n) + 1;
  end when;
  when a and not b or b and not a then
    k = pre(k) + 1;
  end when;
end one_instant_one_event;
