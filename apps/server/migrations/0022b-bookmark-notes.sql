-- Whoever bookmarks something may write down why. A column without a default (no rewrite) locks bookmarks for a moment.
alter table bookmarks add column note text check (length(note) between 1 and 500);
grant update (note) on bookmarks to signet_app;
