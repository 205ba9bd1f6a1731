-- Which requests were made, and how many of each kind an hour. New tables only: locks nothing that exists.
--
-- They belong to the installation, not to a company: read by a superAdmin, through signet_identity. A partition a day, made when it is
-- first written to, so that old days are dropped and not deleted row by row; they lie in a schema of their own.
create schema signet_logs;

create sequence request_log_ids;
create table request_logs (
  at timestamptz not null,
  id bigint not null default nextval('request_log_ids'),
  method text not null,
  -- The template of the route: no id, no query, nothing a person typed.
  path text not null,
  status smallint not null,
  ms real not null,
  ip text,
  user_email text,
  company text,
  request_id uuid,
  is_demo boolean not null default false,
  primary key (at, id)
) partition by range (at);
create index request_logs_user on request_logs (user_email, at, id);
create index request_logs_ip on request_logs (ip, at, id);

-- Counts of the same requests, written with them: figures over months read these. bucket: the time took up to 1.2^bucket ms.
create table request_counts (
  hour timestamptz not null,
  method text not null,
  path text not null,
  status smallint not null,
  bucket smallint not null,
  count bigint not null,
  primary key (hour, method, path, status, bucket)
);
create table request_ips (
  hour timestamptz not null,
  ip text not null,
  count bigint not null,
  primary key (hour, ip)
);
grant usage on sequence request_log_ids to signet_identity;
grant select, insert on request_logs to signet_identity;
grant update (ip) on request_logs to signet_identity;
grant select, insert, update, delete on request_counts, request_ips to signet_identity;
create index sign_ins_result on sign_ins (result, at);
