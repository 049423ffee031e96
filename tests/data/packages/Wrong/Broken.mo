within Wrong;
model Broken
  Real x
end Broken;
