model unknown_function
  Real r = sine(1);
end unknown_function;
