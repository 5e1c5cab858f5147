-- The check of a journal keeps its plan. Made while the books were small, that would be a scan of all of them for each posting.
ALTER FUNCTION check_journal() SET enable_seqscan TO off;
