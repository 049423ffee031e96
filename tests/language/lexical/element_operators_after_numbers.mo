//! 0: r[1] = 3
//! 0: r[2] = 8
model element_operators_after_numbers
  Real r[2];
equation
  r = 1 .+ {2, 7};
end element_operators_after_numbers;
