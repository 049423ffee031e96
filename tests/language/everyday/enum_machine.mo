//! 0.5: st = 1
//! 1.5: st = 2
//! 2.5: st = 3
//! 3.5: st = 1
model enum_machine
  type State = enumeration(idle, run, stop);
  State st(start = State.idle, fixed = true);
equation
  when sample(1, 1) then
    st = if pre(st) == State.idle then State.run elseif pre(st) == State.run then State.stop else State.idle;
  end when;
end enum_machine;
