//! ends EMODEL
//! says the start of 'b' contradicts
model fixed_algebraic_contradicts_late
  parameter Real p = 1;
  Real w, b(start = 2, fixed = true);
initial equation
  w = p - 1;
equation
  der(w) = 1;
  b = w + 1;
end fixed_algebraic_contradicts_late;
