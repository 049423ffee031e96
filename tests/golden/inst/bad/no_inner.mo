model World
  Real T = time;
end World;
model Other
  Real U = time;
end Other;
model Room
  outer World world;
  Real t = world.T;
end Room;
model c
  Room a;
end c;
model e
  inner Other world;
  Room b;
  c d;
end e;
model f
  c x;
  e y;
end f;
