//! ends TERMINATED
//! says instance_name.outer_.p: it is late
// getInstanceName() in messages
model instance_name
  model Part
    Real x(start = 0, fixed = true);
  equation
    der(x) = 1;
    when x > 0.5 then
      terminate(getInstanceName() + ": it is late");
    end when;
  end Part;
  model Outer
    Part p;
  end Outer;
  Outer outer_;
  annotation(experiment(StopTime = 1));
end instance_name;
