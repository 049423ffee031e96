model A
  Real x
end A;
function f
  input Real x;
  output Real y;
algorithm
  y = x;
end f;
model B
  Real x;
equation
  x = = 2;
end B;
