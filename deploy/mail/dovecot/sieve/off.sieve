# Spam filter off: nothing is moved to Junk.
keep;
