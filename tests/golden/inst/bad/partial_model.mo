connector Pin
  Real v;
end Pin;
partial model c
  Pin a;
end c;
