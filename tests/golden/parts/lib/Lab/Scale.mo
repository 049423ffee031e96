within Lab;
model Scales
  Real x = time;
end Scales;
