# Spam filter strict: messages with a score of 4 or more go to Junk.
require ["fileinto", "relational", "comparator-i;ascii-numeric", "spamtestplus"];
if spamtest :percent :value "ge" :comparator "i;ascii-numeric" "40" { fileinto "Junk"; stop; }
