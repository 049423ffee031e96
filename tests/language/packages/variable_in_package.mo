package P
  Real x;
end P;
model variable_in_package
  Real r = P.x;
end variable_in_package;
