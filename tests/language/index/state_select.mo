//! 0: x = 0.75 +- 1e-12
//! 0: y = 0.25 +- 1e-12
//! 0: p.w = 2 +- 1e-12
//! 0: q.w = 2 +- 1e-12
// Without stateSelect, x and p.w would stay states: they have start values as well, and come first
model Half
  parameter Real J = 1;
  Real w(start = 1);
  Real t;
equation
  J*der(w) = t;
end Half;

model state_select
  Real x(start = 1), y(start = 0.25, stateSelect = StateSelect.prefer), f;
  Half p, q(w(start = 2, stateSelect = StateSelect.always));
equation
  der(x) = f;
  der(y) = 1;
  x + y = 1;
  p.w = q.w;
  p.t + q.t = 1;
  annotation(experiment(StopTime = 1));
end state_select;
