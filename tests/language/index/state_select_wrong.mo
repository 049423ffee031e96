model state_select_wrong
  type Other = enumeration(never, always);
  Real a(stateSelect = Other.always), b(stateSelect = 2);
  Real c[2](stateSelect = {StateSelect.never, StateSelect.always});
  Integer n(stateSelect = StateSelect.prefer) = 1;
equation
  der(a) = 1;
  der(b) = 1;
  der(c) = {1, 2};
end state_select_wrong;
