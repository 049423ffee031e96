function f
  input Real x;
  input Strange y;
  output Real z;
  external "C" z = ff(x, y);
end f;
model input_of_no_class
  Real a = f(time, 2);
end input_of_no_class;
