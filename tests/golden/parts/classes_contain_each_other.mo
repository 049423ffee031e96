model Engine
  Car car;
end Engine;

model Car
  Engine engine;
end Car;
