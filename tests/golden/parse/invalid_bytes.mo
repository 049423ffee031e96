model M
  Real x; 
  Real yäö "café";
equation
  x = 1;
end M;
