model scalar_divided_by_array
  Real x[2] = {2, 5};
  Real b[2] = 2/x;
end scalar_divided_by_array;
