model signs_in_a_row
  Real x = 2 + - -3;
  Real y = --x;
end signs_in_a_row;
