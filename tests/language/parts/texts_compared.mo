// Texts are compared when the model is compiled.
model Part
  parameter String name = "none";
  Real y = if name == "none" then 1 else 2;
  Real z;
equation
  if name <> "none" then
    z = 5;
  else
    z = 6;
  end if;
  assert(name <> "", "the name is empty");
end Part;
model texts_compared
  Part a, b(name = "b");
end texts_compared;
//! 1: a.y = 1
//! 1: a.z = 6
//! 1: b.y = 2
//! 1: b.z = 5
