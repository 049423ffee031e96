//! 0: r[2] = 2
//! 2: r[2] = 4
model if_expression_of_arrays
  Real r[2] = if time < 1 then {1, 2} else {3, 4};
end if_expression_of_arrays;
