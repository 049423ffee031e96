model Test
  Lab.Scale scale;
end Test;
