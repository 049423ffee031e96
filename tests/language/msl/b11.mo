//! 1: i.x = 0.36787944117144233 +- 1e-3
model b11 "parameter of the type StateSelect"
  model I
    parameter StateSelect s = StateSelect.default;
    Real x(start = 1, fixed = true, stateSelect = s);
  equation
    der(x) = -x;
  end I;
  I i(s = StateSelect.prefer);
end b11;
