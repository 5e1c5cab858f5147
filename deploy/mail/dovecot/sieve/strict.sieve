# Spam filter strict: what scores 4 goes to Junk.
require ["fileinto", "relational", "comparator-i;ascii-numeric", "spamtestplus"];
if spamtest :percent :value "ge" :comparator "i;ascii-numeric" "40" { fileinto "Junk"; stop; }
