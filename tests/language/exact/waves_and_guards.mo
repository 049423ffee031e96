// a sawtooth that is a state against a sine: pulse width modulation
//! method exact
//! 0.999: n = 399 +- 0
//! 0.999: d = 0.5 +- 1e-12
//! 0.999: cross = 0.053155623938363926 +- 1e-14
model waves_and_guards
  Real saw(start = 0, fixed = true), d(start = 0, fixed = true);
  discrete Real cross(start = 0, fixed = true);
  Integer n(start = 0, fixed = true);
  Boolean on(start = true, fixed = true);
equation
  der(saw) = 200;
  der(d) = if on then 1 else 0;
  when saw > 0.5 + 0.4*sin(2*3.141592653589793*time) then
    on = false;
    n = pre(n) + 1;
    if n == 21 then cross = time; end if;
  elsewhen saw > 1 then
    on = true;
    n = pre(n) + 1;
    reinit(saw, 0);
  end when;
  annotation(experiment(StopTime = 0.999));
end waves_and_guards;
