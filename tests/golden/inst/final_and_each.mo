model Leaf
  parameter Real p[2] = {1, 2};
  final parameter Real q = 3;
  parameter Real r = 4;
  Real x(start = r, final unit = "m") = r*time;
end Leaf;
model Twig
  Leaf leaf[3](each r = 5, p = {{1, 2}, {3, 4}, {5, 6}});
  parameter Real s = 6;
end Twig;
model tree
  Twig twigs[2](each s = 7, leaf(each final r = 8, x(each start = 9)));
  Twig more[2](s = {1, 2}, leaf(r = {{1, 2, 3}, {4, 5, 6}}), each leaf.p = {{1, 1}, {2, 2}, {3, 3}});
end tree;
