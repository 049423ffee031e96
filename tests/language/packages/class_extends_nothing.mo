package Base
end Base;

model class_extends_nothing
  extends Base;
  redeclare model extends Law
  end Law;
  Law law;
end class_extends_nothing;
