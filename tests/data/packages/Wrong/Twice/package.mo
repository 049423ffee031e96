within Wrong;
package Twice
end Twice;
