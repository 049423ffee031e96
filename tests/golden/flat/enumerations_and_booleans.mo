model enumerations_and_booleans
  type State = enumeration(idle, run, stop);
  parameter Real speed[State] = {0, 10, 1};
  Real x(start = 0);
  State s(start = State.idle);
  Boolean b(start = true), c;
equation
  der(x) = speed[s];
  c = b and s <> State.stop or s > State.idle;
  when x > 10 then
    s = if pre(s) == State.run then State.stop else State.run;
    b = Integer(s) == 2;
  end when;
end enumerations_and_booleans;
