//! ends EMODEL
//! says do not settle
model no_steady_state "a relay between two branches, none of which has an equilibrium on its own side"
  Real x;
equation
  der(x) = (if x > 1 then 0.5 else 3) - x;
initial equation
  der(x) = 0;
end no_steady_state;
