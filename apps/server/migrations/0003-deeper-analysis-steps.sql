-- When a deeper analysis reached each status, and its list by date. Adding the column takes a moment, building the index blocks changes
-- of this one small table for under a second.
--
-- Rows from before have no times; the product reads requested_at and updated_at for them.
alter table deeper_analyses add column reached_at jsonb not null default '{}';
create index deeper_analyses_requested on deeper_analyses (company_id, requested_at, id);
