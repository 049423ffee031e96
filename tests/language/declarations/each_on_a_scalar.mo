model each_on_a_scalar
  Real x(each start = 1);
equation
  der(x) = 1;
end each_on_a_scalar;
