within;
package Right "a package in a folder"
  constant Real half = 0.5;
  package Inline "in package.mo itself"
    model Deep end Deep;
  end Inline;
end Right;
