within Right.Parts;
model Own "the file that is asked to run"
  Resistor r;
end Own;
