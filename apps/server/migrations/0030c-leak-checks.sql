-- Which kind of leak a file was read for, so that the portal can say when each kind was last looked for. A column without a default
-- (no rewrite) locks leak_imports for a moment; files of before have none.
alter table leak_imports add column leak_type text;
create index leak_imports_type on leak_imports (company_id, leak_type, finished_at);
