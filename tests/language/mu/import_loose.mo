function twice
  input Real x;
  output Real y;
algorithm
  y := 2*x;
end twice;
function half
  input Real x;
  output Real y;
algorithm
  y := x/2;
end half;
