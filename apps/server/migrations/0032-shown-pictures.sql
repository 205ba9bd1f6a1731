-- The picture that is shown in place of one that somebody sent: decoded and written anew, without what else was in the file. New columns
-- without a default and two partial indexes, empty at first: both tables are read once while they are locked, a second for a million rows.
-- A picture that was sent before this has none, and is only offered for download.
alter table evidence
  add column shown_sha256 text check (length(shown_sha256) = 64),
  add column shown_type text,
  add column shown_size int,
  add constraint evidence_shown check (num_nulls(shown_sha256, shown_type, shown_size) in (0, 3));
alter table files
  add column shown_sha256 text check (length(shown_sha256) = 64),
  add column shown_type text,
  add column shown_size int,
  add constraint files_shown check (num_nulls(shown_sha256, shown_type, shown_size) in (0, 3));
-- Whether any row still names stored bytes, asked by the nightly clean-up.
create index evidence_shown_sha256 on evidence (company_id, shown_sha256) where shown_sha256 is not null;
create index files_shown_sha256 on files (company_id, shown_sha256) where shown_sha256 is not null;
