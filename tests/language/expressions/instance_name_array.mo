model instance_name_array
  model Part
    parameter String s = getInstanceName();
    Real x = 1;
  end Part;
  Part p[2];
  parameter String t = getInstanceName(1);
end instance_name_array;
