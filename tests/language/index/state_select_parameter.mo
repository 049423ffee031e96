//! 0: x = 0.75 +- 1e-12
//! 0: y = 0.25 +- 1e-12
//! 0: p.w = 2 +- 1e-12
//! 0: q.w = 2 +- 1e-12
//! 1: y = 1.25 +- 1e-9
// The type StateSelect: parameters of it, of parts and through them, an array, and an if
model state_select_parameter
  model Half
    parameter StateSelect select = StateSelect.default "is it a state?";
    parameter Real J = 1;
    Real w(start = 1, stateSelect = select);
    Real t;
  equation
    J*der(w) = t;
  end Half;
  parameter Boolean second = true;
  Real x(start = 1), f;
  Real y(start = 0.25, stateSelect = if second then StateSelect.prefer else StateSelect.default);
  Real z[2](each start = 1, stateSelect = fill(StateSelect.always, 2));
  Half p, q(w(start = 2), select = StateSelect.always);
equation
  der(x) = f;
  der(y) = 1;
  x + y = 1;
  p.w = q.w;
  p.t + q.t = 1;
  der(z) = {1, 2};
  annotation(experiment(StopTime = 1));
end state_select_parameter;
