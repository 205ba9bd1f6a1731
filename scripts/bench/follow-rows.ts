import { randomUUID } from 'node:crypto'
import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import type { DnsFacts } from '@signet/contract/threats/observations'
import { hourMs } from '@signet/contract/time'
import { openDatabase, type Database } from '../../apps/server/src/db/database.ts'
import { openLog } from '../../apps/server/src/log.ts'
import { openEmbeddedPostgres } from '../../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { enqueueDue } from '../../apps/server/src/features/enrichment/enrich.job.ts'
import { claimDue } from '../../apps/server/src/features/enrichment/domain-checks.queries.ts'
import { lockThreat } from '../../apps/server/src/features/threats/threats.queries.ts'
import { followTakedown } from '../../apps/server/src/features/takedowns/following/follow-takedown.ts'
import { takeNextSteps } from '../../apps/server/src/features/takedowns/following/take-next-step.job.ts'
import type { Row } from './measure.ts'

const caseCount = 10_000
const checkedCount = 1_000
const stepCount = 200
const companyId = 1
/** Following this many cases may take this share of a core. */
const goalShare = 0.1

const page = {
  host: 'seen.example',
  address: 'https://seen.example/',
  status: 200,
  redirects: [],
  title: 'Sign in',
  server: null,
  contentSketch: null,
  isParked: false,
  hasPasswordField: true,
  problem: null,
}
const dns: DnsFacts = {
  host: 'seen.example',
  state: 'found',
  a: ['203.0.113.9'],
  aaaa: [],
  cname: [],
  ns: [],
  mx: [],
  txt: [],
  isWildcard: false,
  catchesAll: false,
}
const seen = {
  dns,
  http: page,
  views: (['desktop', 'phone'] as const).map((profile) => ({ profile, exit: null, http: page })),
}

/**
 * The share of one core that following 10,000 running cases takes, with the database and without the look-ups themselves: every case
 * checked once an hour, as in its first two days, the jobs that run every minute, and a reminder for each case every two days.
 */
export async function followRows(say: (line: string) => void): Promise<Row[]> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-bench-'))
  await chmod(directory, 0o711)
  const embedded = await openEmbeddedPostgres({ dataDir: directory })
  const database = openDatabase(embedded.connection)
  try {
    await migrate(database)
    say(`Inserting ${caseCount.toLocaleString('en')} cases …`)
    await insertCases(database)
    const cpu = () => cpuSeconds(directory)
    const parts = {
      database,
      enqueue: () => Promise.resolve(''),
      log: openLog('silent'),
      mailer: {
        from: { name: 'Signet', address: 'signet@mail.example' },
        origin: 'https://portal.example',
        deliver: never,
      },
    }
    const signal = new AbortController().signal
    const check = (await secondsOf(cpu, () => checkCases(database))) / checkedCount
    // What the first run plans, later runs only find again when it is due.
    const plan = (await secondsOf(cpu, () => takeNextSteps(parts, new Date(), signal))) / stepsAtOnce
    for (let run = stepsAtOnce; run < caseCount; run += stepsAtOnce) await takeNextSteps(parts, new Date(), signal)
    const minute =
      (await secondsOf(cpu, async () => {
        for (let run = 0; run < 20; run += 1) {
          await enqueueDue({ ...parts, signal }, new Date())
          await takeNextSteps(parts, new Date(), signal)
        }
      })) / 20
    const { rowCount } = await database.pool.query(
      `update takedowns set next_step_at = now() - interval '1 second' where id in (select id from takedowns order by id limit $1)`,
      [stepCount],
    )
    await database.pool.query(`update takedown_periods set began_at = began_at - interval '49 hours'`)
    await database.pool.query(`alter table takedown_attempts disable trigger user`)
    await database.pool.query(
      `update takedown_attempts set at = at - interval '49 hours', sent_at = sent_at - interval '49 hours'`,
    )
    await database.pool.query(`alter table takedown_attempts enable trigger user`)
    const step = (await secondsOf(cpu, () => takeNextSteps(parts, new Date(), signal))) / (rowCount ?? stepCount)
    const hour = caseCount * check + 60 * minute + (caseCount / 48) * (step + plan)
    const share = hour / 3600
    return [
      {
        name: `following ${caseCount.toLocaleString('en')} running cases`,
        unit: 'hourly checks, per second of CPU',
        perSecond: caseCount / hour,
        reference: { name: 'goal', perSecond: caseCount / (goalShare * 3600) },
        note:
          `${(share * 100).toFixed(1)} % of one core: ${(check * 1000).toFixed(1)} ms a check, ${(minute * 1000).toFixed(0)} ms a minute ` +
          `to find what is due, ${(step * 1000).toFixed(1)} ms a reminder, ${(plan * 1000).toFixed(1)} ms to plan one; CPU time of ` +
          'the worker and of PostgreSQL',
      },
    ]
  } finally {
    await database.close()
    await embedded.stop()
    await rm(directory, { recursive: true, force: true })
  }
}

const never = () => Promise.reject(new Error('nothing is sent here'))
/** Cases that one run of the job plans. */
const stepsAtOnce = 200

async function insertCases({ pool }: Database): Promise<void> {
  const sentAt = new Date(Date.now() - hourMs)
  await pool.query(`insert into companies (key, name, threat_sources) values ('bench', 'Bench', '{Domain}')`)
  await pool.query(
    `insert into threats (company_id, id, source, fingerprint, title, search, threat_type, severity, status, stage, fields, score,
       first_seen, last_seen, published_at)
     select $1, md5('threat' || i)::uuid, 'Domain', decode(md5(i::text), 'hex'), 'bench-' || i || '.example', 'bench', 'Phishing', 3,
       'takedown', 'published', jsonb_build_object('domain_name', 'bench-' || i || '.example'), 80, now(), now(), now()
     from generate_series(1, $2::int) i`,
    [companyId, caseCount],
  )
  await pool.query(
    `insert into domain_watches (company_id, threat_id, host, next_at)
     select company_id, id, title, now() + random() * interval '1 hour' from threats`,
  )
  await pool.query(
    `insert into takedowns (company_id, id, threat_id, status, asset_state, reached_at, requested_by_name, updated_at, next_step_at)
     select company_id, md5('case' || title)::uuid, id, 'submitted', 'active', '{}', 'Bench', $1, now() from threats`,
    [sentAt],
  )
  await pool.query(
    `insert into takedown_periods (company_id, takedown_id, axis, position, status, began_at)
     select company_id, id, 'status', 1, 'submitted', $1 from takedowns`,
    [sentAt],
  )
  await pool.query(
    `insert into mails (company_id, id, template, to_name, to_address, subject, text, state)
     select company_id, md5('mail' || id)::uuid, 'takedown-notice', '', id || '@host.example', 'Report', 'Please remove it.', 'sent'
     from takedowns`,
  )
  await pool.query(
    `insert into takedown_attempts (company_id, id, takedown_id, channel, way, recipient, mail_id, status, at, sent_at)
     select company_id, gen_random_uuid(), id, 'hosting', 'email', id || '@host.example', md5('mail' || id)::uuid, 'queued', $1, $1
     from takedowns`,
    [sentAt],
  )
  await pool.query(
    `insert into takedown_checks (company_id, takedown_id, at, state, reason)
     select company_id, id, now() - i * interval '1 hour', 'active', 'page' from takedowns, generate_series(1, 24) i`,
  )
  await pool.query('vacuum analyze')
}

/** What a worker does for each check besides the look-ups: it claims the domain, follows the case and plans the next check. */
async function checkCases(database: Database): Promise<void> {
  const follow = followTakedown(() => Promise.resolve(randomUUID()))
  const at = new Date(Date.now() + 2 * hourMs)
  for (let done = 0; done < checkedCount;) {
    const claims = await database.inCompanies([companyId], (tx) => claimDue(tx, companyId, at))
    for (const { threat_id: threatId } of claims) {
      await database.inCompanies([companyId], async (tx) => {
        await follow(tx, await lockThreat(tx, companyId, threatId), seen, at)
      })
    }
    done += claims.length
  }
}

async function secondsOf(cpu: () => Promise<number>, work: () => Promise<unknown>): Promise<number> {
  const before = await cpu()
  await work()
  return (await cpu()) - before
}

/** Clock ticks of /proc per second; the same on every Linux that Node runs on. */
const ticksPerSecond = 100

/** CPU seconds of this process and of PostgreSQL with all of its processes, ended ones included. */
async function cpuSeconds(dataDir: string): Promise<number> {
  const { user, system } = process.cpuUsage()
  const postmaster = Number(await firstLine(dataDir))
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const stats = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')))
  let ticks = 0
  for (const stat of stats) {
    // After the name, which may contain spaces: state, parent, …; the 12th to 15th are the times, own and of ended children.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [pid, parent] = [Number.parseInt(stat, 10), Number(fields[1])]
    if (pid === postmaster) ticks += fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0)
    else if (parent === postmaster) ticks += Number(fields[11]) + Number(fields[12])
  }
  return (user + system) / 1e6 + ticks / ticksPerSecond
}

async function firstLine(dataDir: string): Promise<string> {
  const found = (await readdir(dataDir, { recursive: true })).find((name) => name.endsWith('postmaster.pid'))
  if (!found) throw new Error(`no PostgreSQL runs in ${dataDir}`)
  return (await readFile(path.join(dataDir, found), 'utf8')).split('\n', 1)[0] ?? ''
}
