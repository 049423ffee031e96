//! set p[2] = 10
//! 0: s = 14
//! 0: q = 20
model element_of_parameter_set
  parameter Real p[3] = {1, 2, 3};
  parameter Real q2 = 2*p[2];
  Real s = sum(p);
  Real q = q2;
end element_of_parameter_set;
