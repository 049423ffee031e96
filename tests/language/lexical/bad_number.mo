model bad_number
  Real r;
equation
  r = .5;
end bad_number;
