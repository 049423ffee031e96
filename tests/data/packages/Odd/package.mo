package Odd
end Odd;
