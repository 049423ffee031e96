model unknown_attribute
  Real x(strat = 1);
equation
  der(x) = 1;
end unknown_attribute;
