model unknown_type
  Reel x;
equation
  x = 1;
end unknown_type;
