expandable connector Bus
end Bus;

model Car
  Bus bus;
end Car;
