# Spam filter basic: what scores 6 goes to Junk.
require ["fileinto", "relational", "comparator-i;ascii-numeric", "spamtestplus"];
if spamtest :percent :value "ge" :comparator "i;ascii-numeric" "60" { fileinto "Junk"; stop; }
