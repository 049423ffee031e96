//! set kind = 2
//! 0: y = 20
model enumeration_parameter_set
  type Kind = enumeration(plain, double, triple);
  parameter Kind kind = Kind.plain;
  Real y = if kind == Kind.plain then 10 elseif kind == Kind.double then 20 else 30;
end enumeration_parameter_set;
