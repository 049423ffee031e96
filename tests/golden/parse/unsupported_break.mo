model M
  extends A(break b);
  Real x = break;
end M;
