// Größe, 温度 and a description with them.
//! 0: r = 1
model utf8_in_comments "Größe µ"
  Real r "Länge";
equation
  r = 1;
end utf8_in_comments;
