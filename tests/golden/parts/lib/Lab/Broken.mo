within Lab;
model Broken
  Real x = ;
end Broken;
