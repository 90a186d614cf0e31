// an older attempt
