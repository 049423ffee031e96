model c_operators
  Boolean a = true;
  Boolean b = a && !a || a != true;
end c_operators;
