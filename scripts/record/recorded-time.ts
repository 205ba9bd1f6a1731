import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import type { Database } from '../../apps/server/src/db/database.ts'

/** The time and the ids of the recording process. */
export interface RecordedTime {
  now(): number
  set(at: number): Promise<void>
  /** Draws the ids that are made from now on. */
  drawIds(hex: (digits: number) => string): void
}

/**
 * Replaces the clock and the random ids of this process and its database, so that everything the product does happens at the time that the
 * script of a case says, and recording twice gives the same. The database needs `search_path` to start with the schema `clock`.
 */
export async function recordedTime(database: Database, from: number): Promise<RecordedTime> {
  await database.pool.query(`
    create schema clock;
    create table clock.instant (at timestamptz not null);
    insert into clock.instant values (to_timestamp(${from / 1000}));
    create function clock.now() returns timestamptz language sql stable as 'select at from clock.instant';
    grant usage on schema clock to public;
    grant select on clock.instant to public;
    do $$
    declare one record;
    begin
      for one in select c.oid::regclass as name, a.attname from pg_attrdef d
        join pg_class c on c.oid = d.adrelid join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        where pg_get_expr(d.adbin, d.adrelid) in ('pg_catalog.now()', 'now()', 'clock_timestamp()')
      loop
        execute format('alter table %s alter column %I set default clock.now()', one.name, one.attname);
      end loop;
    end $$`)
  const RealDate = Date
  let instant = from
  let hexDigits: ((digits: number) => string) | null = null
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, input, derived) => Reflect.construct(target, input.length === 0 ? [instant] : input, derived),
    apply: (target) => new target(instant).toString(),
    get: (target, key) => (key === 'now' ? () => instant : Reflect.get(target, key)),
  })
  const realUuid = crypto.randomUUID
  crypto.randomUUID = (options) => {
    if (!hexDigits) return realUuid(options)
    return `${hexDigits(8)}-${hexDigits(4)}-4${hexDigits(3)}-8${hexDigits(3)}-${hexDigits(12)}`
  }
  syncBuiltinESMExports()
  return {
    now: () => instant,
    async set(at) {
      instant = at
      await database.pool.query('update clock.instant set at = $1', [new RealDate(at).toISOString()])
    },
    drawIds(hex) {
      hexDigits = hex
    },
  }
}
