model reinit_outside
  Real x(start = 0, fixed = true);
equation
  der(x) = 1;
  reinit(x, 0);
end reinit_outside;
