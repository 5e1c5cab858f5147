# Spam filter basic: messages with a score of 6 or more go to Junk.
require ["fileinto", "relational", "comparator-i;ascii-numeric", "spamtestplus"];
if spamtest :percent :value "ge" :comparator "i;ascii-numeric" "60" { fileinto "Junk"; stop; }
