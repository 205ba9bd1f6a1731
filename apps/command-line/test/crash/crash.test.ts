import { randomUUID } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, test } from 'vitest'
import { scanJob } from '@signet/server/features/intake/intake.jobs'
import { openDatabase } from '@signet/server/db/database'
import { openQueue } from '@signet/server/jobs/queue'
import { openLog } from '@signet/server/log'
import { newFolder } from '@signet/server/test/new-folder'
import { jsonLines, newInstallation, shortenHeartbeat, type Installation } from '../signet-process.ts'

// Large enough that a scan takes seconds: every fourth name becomes a threat, and storing those takes the time.
const lineCount = 50_000
const hitEvery = 4
const slow = { timeout: 300_000 }
/** A missed heartbeat is detected first; then the whole feed is read again. */
const recoveryMaxMs = 90_000

let feed: string
/** The result of an undisturbed scan. */
let undisturbed: unknown

beforeAll(async () => {
  feed = path.join(await newFolder(), 'large.txt')
  const lines = Array.from({ length: lineCount }, (_, n) =>
    n % hitEvery === 0 ? `login-coinbase-${n}.example\n` : `shop-${n}.garden-${n % 977}.example\n`,
  )
  await writeFile(feed, lines.join(''))
  const calm = await newInstallation()
  await watchCoinbase(calm)
  expect(jsonLines(await calm.run(['scan', '--feed', feed]))).toMatchObject([{ threatsAdded: lineCount / hitEvery }])
  undisturbed = await keptThreats(calm)
})

const watchCoinbase = (signet: Installation) => signet.run(['watch', 'coinbase.com', '--feed', '-'])

/** Everything of the threats except ids and times, as one number and one hash. */
async function keptThreats(signet: Installation): Promise<unknown> {
  const [row] =
    await signet.sql(`select count(*)::int as count, md5(string_agg(md5(row(source, fingerprint, title, search,
    threat_type, severity, status, stage, url, fields, class, score, indicators, version)::text), '' order by fingerprint))
    as hash from threats`)
  return row
}

const countOf = async (signet: Installation, table: string) =>
  (await signet.sql<{ count: number }>(`select count(*)::int from ${table}`))[0]?.count ?? 0

/**
 * Lets a scan store its first threats and then wait, so that it is killed half-way on every machine, until the returned function is called.
 */
async function holdAfterFirstThreats(signet: Installation): Promise<() => Promise<unknown>> {
  await signet.sql(`
    create table held ();
    insert into held default values;
    grant select on held to public;
    create function wait_while_held() returns trigger language plpgsql as $$
    begin
      if not exists (select from public.threats) then return null; end if;
      while exists (select from public.held) loop perform pg_sleep(0.02); end loop;
      return null;
    end $$;
    create trigger held before insert on threats for each statement execute function wait_while_held()`)
  return () => signet.sql('delete from held')
}

/** Waits until the program has stored its first threats. */
async function untilSomeThreats(signet: Installation): Promise<number> {
  for (;;) {
    const count = await countOf(signet, 'threats')
    if (count > 0) return count
    await sleep(10)
  }
}

/** A commit in progress when the program was killed still takes effect; none does after this. */
async function sessionsAreGone(signet: Installation): Promise<void> {
  const open = () =>
    signet.sql(`select from pg_stat_activity where application_name = 'signet' and datname = current_database()`)
  await expect.poll(open, { timeout: 60_000, interval: 20 }).toEqual([])
}

test('ends in the same threats when a scan is killed half-way and run again', slow, async () => {
  const signet = await newInstallation()
  // A second user of the database server, so that a query doesn't start and stop it.
  await watchCoinbase(signet)
  const release = await holdAfterFirstThreats(signet)
  const killed = signet.start(['scan', '--feed', feed], { input: '' })
  if (signet.isEmbedded) await expect.poll(() => signet.postmasterPid(), { interval: 10 }).not.toBeNull()
  await expect.poll(() => signet.connection().catch(() => null), { interval: 10 }).not.toBeNull()
  await untilSomeThreats(signet)
  expect(await killed.end('SIGKILL')).toMatchObject({ code: null, signal: 'SIGKILL' })
  await release()
  await sessionsAreGone(signet)
  const kept = await countOf(signet, 'threats')
  expect(kept).toBeGreaterThan(0)
  expect(kept).toBeLessThan(lineCount / hitEvery)
  expect(await countOf(signet, 'sightings')).toBe(kept)
  const left = await signet.postmasterPid()
  if (signet.isEmbedded) expect(left).not.toBeNull()

  const again = signet.start(['scan', '--feed', feed], { input: '' })
  await expect.poll(() => signet.sql("select from scans where state = 'running'"), { interval: 20 }).toHaveLength(2)
  // The server that the killed process left behind keeps running; a new one would have another process id.
  expect(await signet.postmasterPid()).toBe(left)
  const ended = await again.ended
  expect(ended).toMatchObject({ code: 0, stderr: '' })
  expect(jsonLines(ended)).toMatchObject([{ threatsAdded: lineCount / hitEvery - kept, threatsSeenAgain: kept }])
  expect(await signet.postmasterPid()).toBeNull()
  expect(await keptThreats(signet)).toEqual(undisturbed)
})

test('works on the job of a killed worker again, and counts each sighting once', slow, async () => {
  const signet = await newInstallation()
  await watchCoinbase(signet)
  await shortenHeartbeat(signet)
  const release = await holdAfterFirstThreats(signet)
  const killed = signet.start(['worker'])
  await killed.waitForOutput(/Running jobs/)
  const scanId = await queueScan(signet)
  await untilSomeThreats(signet)
  await killed.end('SIGKILL')
  await release()
  await sessionsAreGone(signet)
  const kept = await countOf(signet, 'threats')
  expect(kept).toBeLessThan(lineCount / hitEvery)
  const left = await signet.postmasterPid()

  const heir = signet.start(['serve'])
  await heir.waitForOutput(/Signet is at/)
  expect(await signet.postmasterPid()).toBe(left)
  const scan = async () => (await signet.sql('select state, error from scans where id = $1', [scanId]))[0]
  await expect.poll(scan, { timeout: recoveryMaxMs, interval: 200 }).toEqual({ state: 'done', error: null })
  expect(await keptThreats(signet)).toEqual(undisturbed)
  expect(await signet.sql('select distinct sightings from threats')).toEqual([{ sightings: 1 }])
  expect(await countOf(signet, 'sightings')).toBe(lineCount / hitEvery)
  expect((await heir.end('SIGTERM')).code).toBe(0)
})

test('keeps what was committed when the server process itself is killed', slow, async ({ skip }) => {
  const signet = await newInstallation()
  if (!signet.isEmbedded) skip()
  await watchCoinbase(signet)
  const release = await holdAfterFirstThreats(signet)
  const scan = signet.start(['scan', '--feed', feed], { input: '' })
  await expect.poll(() => signet.connection().catch(() => null), { interval: 10 }).not.toBeNull()
  await untilSomeThreats(signet)
  const kept = await countOf(signet, 'threats')
  process.kill((await signet.postmasterPid()) as number, 'SIGKILL')
  const ended = await scan.ended
  expect(ended.code).toBe(1)
  expect(ended.stdout).toBe('')
  expect(await countOf(signet, 'threats')).toBeGreaterThanOrEqual(kept)

  await release()
  expect(await signet.run(['scan', '--feed', feed])).toMatchObject({ code: 0 })
  expect(await keptThreats(signet)).toEqual(undisturbed)
})

async function queueScan(signet: Installation): Promise<string> {
  const database = openDatabase(await signet.connection(), 2)
  const queue = await openQueue(database, openLog('silent'))
  const scanId = randomUUID()
  await database.inCompanies([], async (tx) => {
    await tx.insertInto('scans').values({ id: scanId, feed, error: null, finished_at: null }).execute()
    await queue.enqueue(tx, scanJob, { scanId, feed })
  })
  await queue.stop()
  await database.close()
  return scanId
}
