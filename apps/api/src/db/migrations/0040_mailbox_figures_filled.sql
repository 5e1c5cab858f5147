-- For the mailboxes from before the triggers. A trigger may have been quicker with a newer figure.
SET LOCAL ROLE postern_system;--> statement-breakpoint
INSERT INTO mailbox_figures (customer_id, bundle_id, mailbox_id, used_bytes, last_sign_in_at)
  SELECT m.customer_id, m.bundle_id, m.mailbox_id, coalesce(u.bytes, 0), coalesce(s.last_at, 'epoch')
  FROM mailbox m LEFT JOIN mail_usage u ON u.address = m.address
  LEFT JOIN (SELECT customer_id, login_id, max(last_at) AS last_at FROM sign_in_record WHERE outcome = 'accepted' GROUP BY 1, 2) s
    ON s.customer_id = m.customer_id AND s.login_id = m.mailbox_id
  ON CONFLICT (customer_id, bundle_id, mailbox_id) DO UPDATE SET
    used_bytes = CASE WHEN mailbox_figures.used_bytes = 0 THEN excluded.used_bytes ELSE mailbox_figures.used_bytes END,
    last_sign_in_at = greatest(mailbox_figures.last_sign_in_at, excluded.last_sign_in_at);--> statement-breakpoint
SET LOCAL ROLE NONE;
