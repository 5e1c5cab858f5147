CREATE TRIGGER sign_in_noted AFTER INSERT OR UPDATE OF last_at ON sign_in_record FOR EACH ROW WHEN (NEW.outcome = 'accepted')
  EXECUTE FUNCTION note_sign_in();
