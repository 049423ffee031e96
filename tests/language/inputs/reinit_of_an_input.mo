model reinit_of_an_input
  input Real u(start = 1);
  Real x(start = 0, fixed = true);
equation
  der(x) = u;
  when x > 1 then
    reinit(u, 0);
  end when;
end reinit_of_an_input;
