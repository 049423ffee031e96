type T = Real;
model c
  extends T;
  extends Real;
end c;
