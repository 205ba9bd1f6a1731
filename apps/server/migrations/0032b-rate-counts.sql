-- How often each caller came in the running minute or hour, so that processes count together. A new table; not in the write-ahead log, for
-- after a crash counting begins anew.
create unlogged table rate_counts (
  gate text not null,
  -- A user's id or an address.
  caller text not null,
  ends_at timestamptz not null,
  count int not null,
  primary key (gate, caller, ends_at)
);
create index rate_counts_ends on rate_counts (ends_at);
grant select, insert, update, delete on rate_counts to signet_identity;
