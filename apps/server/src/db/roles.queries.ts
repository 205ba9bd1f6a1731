import type { ClientBase } from 'pg'

/** A role of the server, as the catalog has it. */
export interface RoleRow {
  name: string
  canLogin: boolean
  inherits: boolean
  /** Whether it has a right beyond those that it was granted. */
  isPowerful: boolean
  /** In the form `name=value`. */
  settings: string[]
  memberOf: string[]
}

/** Those of these roles that exist. */
export async function rolesOf(client: ClientBase, names: readonly string[]): Promise<RoleRow[]> {
  const { rows } = await client.query<RoleRow>(
    `select rolname as name, rolcanlogin as "canLogin", rolinherit as inherits,
       rolsuper or rolbypassrls or rolcreatedb or rolcreaterole or rolreplication as "isPowerful",
       coalesce(rolconfig, '{}') as settings,
       array(select m.roleid::regrole::text from pg_auth_members m where m.member = r.oid order by 1) as "memberOf"
     from pg_roles r where rolname = any ($1) order by rolname`,
    [names],
  )
  return rows
}

/** Another database in which something was granted to these roles, except the one that checks a backup; null if there is none. */
export async function otherDatabaseOf(client: ClientBase, names: readonly string[]): Promise<string | null> {
  const { rows } = await client.query<{ name: string }>(
    `select d.datname as name from pg_shdepend s join pg_database d on d.oid = s.dbid
     where s.refclassid = 'pg_authid'::regclass and s.refobjid in (select oid from pg_roles where rolname = any ($1))
       and d.datname not in (current_database(), current_database() || '_check') order by 1 limit 1`,
    [names],
  )
  return rows[0]?.name ?? null
}

/** How many connections these roles have to the server. */
export async function sessionsOf(client: ClientBase, names: readonly string[]): Promise<number> {
  const { rows } = await client.query<{ count: number }>(
    'select count(*)::int as count from pg_stat_activity where usename = any ($1)',
    [names],
  )
  return rows[0]?.count ?? 0
}

/** The role of a connection. */
export async function currentUser(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  return rows[0]?.name ?? ''
}
