model M
  type T
    extends Real;
  end T;
  T x;
equation
  x = 1;
end M;
