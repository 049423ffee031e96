model Test
  Lab.Broken part;
end Test;
