-- Pictures of the own pages of brands lie beside their logos. The check of files is widened, which reads that table once while it is locked:
-- about a second for a million files.
alter table files drop constraint files_owner_kind_check;
alter table files add constraint files_owner_kind_check
  check (owner_kind in ('takedown', 'deeperAnalysis', 'report', 'export', 'request', 'logo', 'brandLogo', 'brandCapture'));
