//! 0: r = 2
//! 0: s = true
model enumeration_
  type Gear = enumeration(reverse, neutral, first);
  parameter Gear g = Gear.neutral;
  Real r = if g == Gear.reverse then 1 elseif g == Gear.neutral then 2 else 3;
  Boolean s = g < Gear.first;
end enumeration_;
