model Drive
  import Saltus.Blocks.*;
  Constant low(k = 1), high(k = 2);
  Gain gain(k = 3);
equation
  connect(low.y, gain.u);
  connect(high.y, gain.u);
end Drive;
