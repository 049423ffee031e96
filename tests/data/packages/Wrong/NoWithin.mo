model NoWithin
end NoWithin;
