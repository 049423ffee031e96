//! tol 1e-5 1e-8
//! 10: d = 4 +- 1e-3
//! 10: n = 1
//! 10: A = 0.316314 +- 1e-3
model event_with_a_delay "as in models of biology: triggered at 2, carried out 2 later"
  Real A(start = 10, fixed = true);
  discrete Real due(start = 1e30, fixed = true), d(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
equation
  der(A) = -0.5*A;
  when A < 10*exp(-1) and n == 0 then
    due = time + 2;
  end when;
  when time >= pre(due) then
    reinit(A, A + 5);
    n = pre(n) + 1;
    d = time;
  end when;
end event_with_a_delay;
