-- Users that were invited by their own company, who need a second factor as staff do. Adds a column with a constant default: locks users for
-- an instant.
alter table users add column needs_factor boolean not null default false;
