model wrong_end
  Real x;
equation
  x = 1;
end wrong_name;
