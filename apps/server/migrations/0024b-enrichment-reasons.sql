-- The reasons that looking a domain up added to its threat, so that the next look replaces them and no others. One column with a constant
-- default on a small table: no rewrite, locks it for a moment.
alter table domain_watches add column added jsonb not null default '[]';
