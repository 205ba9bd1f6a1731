-- Files of touts, which have sources and fields of their own. Locks the imports for an instant: a column with a constant default.
alter table imports add column record_kind text not null default 'threat' check (record_kind in ('threat', 'tout'));
