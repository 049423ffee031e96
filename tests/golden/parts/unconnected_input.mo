model Loop
  import Saltus.Blocks.*;
  Step reference(height = 1);
  Feedback error;
  Integrator controller(k = 2);
equation
  connect(reference.y, error.u1);
  connect(error.y, controller.u);
end Loop;
