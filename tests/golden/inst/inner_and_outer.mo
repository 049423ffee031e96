model World
  parameter Real T = 20;
  Real heat = T*time;
end World;
model Room
  outer World world;
  Real t = world.T + world.heat;
end Room;
model Flat
  Room kitchen, rooms[2];
end Flat;
model Cellar
  inner World world(T = 5);
  Room room;
end Cellar;
model house
  inner World world(T = 25);
  Flat flats[3];
  Cellar cellar[2](world(T = {6, 7}));
end house;
