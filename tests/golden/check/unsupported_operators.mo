model M
  Real x, y;
equation
  x = homotopy(y, 1);
  y = inStream(x) + actualStream(x);
  x = spatialDistribution(1, 2, 3, true);
  Connections.root(x);
  y = previous(x) + hold(x);
  y = cardinality(x);
end M;
