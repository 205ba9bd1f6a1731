-- The target times of takedowns that a company has set, in hours by the rank of the severity from low to critical, and those that each
-- takedown was requested with; null: the usual ones. Locks both tables for an instant: the takedowns from before have none, so there is
-- nothing to validate.
alter table takedown_policies add column target_hours smallint[];
alter table takedown_policies add constraint takedown_policies_target_hours_check check (cardinality(target_hours) = 4
  and 1 <= all (target_hours) and 720 >= all (target_hours));
alter table takedowns add column target_hours smallint[];
alter table takedowns add constraint takedowns_target_hours check (cardinality(target_hours) = 4
  and 1 <= all (target_hours) and 720 >= all (target_hours)) not valid;
