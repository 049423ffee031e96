//! 3: x = 0.452157 +- 1e-3
//! 3: n = 16
//! 3: m = 7
model tried_before_late_start "a handler that is tried at a start other than 0 reads a state of an exact part"
  Real x(start = 0.1, fixed = true), y(start = 0.2, fixed = true);
  Integer k(start = 1, fixed = true), n(start = 0, fixed = true), m(start = 0, fixed = true);
equation
  der(x) = 0.9 - 0.2*x;
  der(y) = -y;
  when x > 1 then
    reinit(x, -0.3);
    n = pre(n) + 1;
  elsewhen y*k/9 > 0.05 then
    reinit(x, 0.5*x);
    n = pre(n) + 10;
  end when;
  when sample(-6.9, 0.8) then
    k = mod(pre(k) + 2, 9);
  end when;
  when n > pre(n) + 5 or x < 0.05 then
    m = pre(m) + 1;
  end when;
  annotation(experiment(StartTime = -7, StopTime = 3));
end tried_before_late_start;
