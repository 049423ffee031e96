//! 0: n = 4
model size_from_binding
  parameter Real k[:] = {1, 2, 3, 4};
  Integer n = size(k, 1);
end size_from_binding;
