-- A step of its own, so that no call waits for two tables.
CREATE TRIGGER mailbox_place_added AFTER INSERT ON mailbox REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION add_mailbox_places();--> statement-breakpoint
CREATE TRIGGER mailbox_place_removed AFTER DELETE ON mailbox REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION remove_mailbox_places();
