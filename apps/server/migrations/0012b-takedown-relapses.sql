-- How often a takedown came back after it was down. Adds a column with a default: no rewrite, locks takedowns for a moment.
alter table takedowns add column relapse_count int not null default 0;
