model Test
  Lab.Probe probe;
end Test;
