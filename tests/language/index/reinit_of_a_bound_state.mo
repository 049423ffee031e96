model reinit_of_a_bound_state
  Real x(start = 1), y, f;
equation
  der(x) = -x + f;
  der(y) = -f;
  x = 2*y;
  when x < 0.5 then
    reinit(y, 1);
  end when;
end reinit_of_a_bound_state;
