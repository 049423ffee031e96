within Saltus.Blocks;
block Sum "Weighted sum of a vector of inputs"
  parameter Integer nin = 2 "number of inputs";
  parameter Real k[nin] = ones(nin) "weights";
  Interfaces.RealInput u[nin] "inputs";
  Interfaces.RealOutput y "output";
equation
  y = sum(k[j]*u[j] for j in 1:nin);
  annotation(Documentation(info = "
    y = k[1] u[1] + ... + k[nin] u[nin]. A long sum is kept up to date term by term.
  "));
end Sum;
