-- When a record that a reviewer took out of the queue had entered it, so that undoing this step gives its place in the queue back. Locks the
-- threats for an instant.
alter table threats add column queued_at timestamptz;
