within Saltus;
package Blocks "Signals: sources, controllers, logic, converters"
  annotation(Documentation(info = "
    Blocks have inputs u and outputs y and say nothing about units. Connect outputs to inputs;
    one output may feed many inputs.
  "));
end Blocks;
