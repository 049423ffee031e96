// A comment on a line of its own.
//! 0: r = 3
model comments_and_strings "with a description"
  /* a comment
     over two lines */
  Real r "the \"result\"";
equation
  r = 1 + /* between */ 2; // at the end
end comments_and_strings;
