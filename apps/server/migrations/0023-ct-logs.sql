-- The certificate transparency logs that names are read from: how far each is read and what went wrong. Of the installation, not of a
-- company. A new table: nothing waits.
create table ct_logs (
  -- Stands for the log in the sightings of threats.
  id uuid primary key,
  -- SHA-256 of the log's key in base64 (RFC 6962, section 3.2); of a stream, its address.
  log_id text not null unique check (length(log_id) between 1 and 500),
  operator text not null,
  description text not null,
  url text not null,
  kind text not null check (kind in ('rfc6962', 'static-ct', 'certstream')),
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'stopped', 'ended')),
  -- False as soon as the configured list no longer has it.
  is_listed boolean not null default true,
  -- Entries before this one are dealt with: moved in the transaction that keeps what they held.
  next_index bigint not null default 0 check (next_index >= 0),
  -- The newest tree head that was accepted; a later one must contain it.
  tree_size bigint not null default 0 check (tree_size >= 0),
  tree_root text,
  tree_at timestamptz,
  -- Roots of the full subtrees left of next_index, from which the root of the tree is computed as entries arrive.
  edge text check (length(edge) <= 8192),
  -- When the newest entry that was read had been logged.
  entry_at timestamptz,
  entries_read bigint not null default 0,
  names_read bigint not null default 0,
  threats_added bigint not null default 0,
  unreadable bigint not null default 0,
  gaps bigint not null default 0,
  failures int not null default 0,
  error text check (length(error) <= 1000),
  retry_at timestamptz,
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
grant select, insert, update on ct_logs to signet_app;
