package Lab
end Lab;
