//! 0: x = 3
//! 0: v[2] = 3
model type_with_attributes
  type Level = Real(start = 3, min = 0, unit = "m");
  Level x(fixed = true), v[2](each fixed = true);
equation
  der(x) = 1;
  der(v) = {1, 2};
end type_with_attributes;
