model real_to_integer
  Integer n = 2.5;
end real_to_integer;
