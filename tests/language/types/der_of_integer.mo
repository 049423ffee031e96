model der_of_integer
  Integer n;
equation
  der(n) = 1;
end der_of_integer;
