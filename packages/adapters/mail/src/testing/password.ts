/** The password of the mailboxes on the real servers, and its hash as the panel stores it. */
export const PASSWORD = 'correct horse 1';
export const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$NhJdOxUhU6DqjzDyvWJmrw$4VFQ2CFBruBxZp/JOqKLcR8yH9pSKWXvQju5B4XNygU';
