-- Within how many hours deeper analyses of a company are due, by the rank of the severity from low to critical; null: the usual ones. Locks the
-- review policies for an instant. A cluster refuses a column together with its check.
alter table review_policies add column analysis_due_hours smallint[];
alter table review_policies add constraint review_policies_analysis_due_hours_check check (cardinality(analysis_due_hours) = 4
  and 1 <= all (analysis_due_hours) and 720 >= all (analysis_due_hours));
