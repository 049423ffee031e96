package P
  constant Real g = 1;
  model Part
  end Part;
  encapsulated model M
    Real x = g;
    Part part;
    P.Part q;
  end M;
end P;
model c
  P.M m;
end c;
