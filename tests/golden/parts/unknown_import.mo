model Test
  import Saltus.Elektrical.*;
  import Saltus.Electrical.Resitor;
  Saltus.Electrical.Ground ground;
end Test;
