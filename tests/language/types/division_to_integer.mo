model division_to_integer
  Integer n = 4/2;
end division_to_integer;
