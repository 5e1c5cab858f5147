CREATE TRIGGER usage_noted AFTER INSERT OR DELETE ON mail_usage FOR EACH ROW EXECUTE FUNCTION note_mail_usage();--> statement-breakpoint
CREATE TRIGGER usage_noted_anew AFTER UPDATE OF bytes, address ON mail_usage FOR EACH ROW
  WHEN (OLD.bytes <> NEW.bytes OR OLD.address <> NEW.address) EXECUTE FUNCTION note_mail_usage();
