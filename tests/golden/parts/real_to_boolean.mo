model Control
  import Saltus.Blocks.*;
  Step step(height = 1);
  Not inverter;
equation
  connect(step.y, inverter.u);
end Control;
