within Wrong;
model Bytes
  // ä in a comment does not matter
  parameter String s = "ä";
end Bytes;
