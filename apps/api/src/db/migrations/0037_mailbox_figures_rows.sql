-- Each of the next steps locks one table only, so that no call of the release that still runs waits for two.
CREATE TRIGGER mailbox_figures_added AFTER INSERT ON mailbox REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION add_mailbox_figures();--> statement-breakpoint
CREATE TRIGGER mailbox_figures_removed AFTER DELETE ON mailbox REFERENCING OLD TABLE AS gone
  FOR EACH STATEMENT EXECUTE FUNCTION remove_mailbox_figures();
