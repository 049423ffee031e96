//! 1: v = 3 +- 1e-9
model attributes
  type Voltage = Real(unit = "V", quantity = "ElectricPotential", nominal = 10);
  Voltage v(start = 2, fixed = true, min = 0, max = 100, displayUnit = "mV") "a voltage";
equation
  der(v) = 1;
end attributes;
