import { array, assert, asyncProperty, constantFrom, integer, tuple } from 'fast-check'
import { describe, expect, test } from 'vitest'
import { required } from '@signet/contract/narrow'
import { getThreatFrequency, getThreatSourceSummary } from '@signet/contract/reports/analytics'
import { correctThreat, getQaDashboard, publishThreat, recallThreat, watchThreat } from '@signet/contract/review/qa'
import { getActivitySources, listActivity } from '@signet/contract/threats/activity'
import { addRemark } from '@signet/contract/threats/remarks'
import { decideThreat, getSourceOptions, getThreatFacet, listAllThreats } from '@signet/contract/threats/threats'
import { listTakedowns } from '@signet/contract/takedowns/takedowns'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany } from '../../../test/harness.ts'
import { correctTotals, foldChanges, lockTotals } from './counts.queries.ts'
import { checkCounts, foldCounts } from './keep-counts.ts'

const world = useWorld()

const sources = ['Domain', 'URL', 'APK'] as const
const steps = [
  'publish',
  'watch',
  'recall',
  'low',
  'critical',
  'remark',
  'takedown',
  'whitelist',
  'reopen',
  'fold',
] as const
type Step = (typeof steps)[number]

/** Without those that are zero. */
const some = (rows: readonly (readonly [string, number | undefined])[]) =>
  Object.fromEntries(rows.filter(([, count]) => count))

async function createFixture() {
  const company = await newCompany()
  const client = await newUser('client', company)
  const reviewer = await newUser('qa', company)
  const threats = await Promise.all(
    sources.flatMap((source) => [
      newThreat(company, { source, stage: 'queued', severity: 2 }),
      newThreat(company, { source, stage: 'published' }),
    ]),
  )
  const versionOf = async (id: string) => {
    const { rows } = await world().database.pool.query<{ version: number }>(
      'select version from threats where company_id = $1 and id = $2',
      [company.id, id],
    )
    return required(rows[0], 'a threat').version
  }
  /** Tries one step on one threat; it may be refused, because others change the same threats. */
  const take = async (step: Step, at: number) => {
    const { id, source } = required(threats[at], 'a threat')
    const version = await versionOf(id)
    const params = { threatId: id }
    const ofSource = { source, threatId: id }
    const body = { version, remark: 'a reason' }
    if (step === 'fold') await foldCounts(world())
    else if (step === 'publish') await send(reviewer, publishThreat, { params, body: { version } })
    else if (step === 'watch') await send(reviewer, watchThreat, { params, body: { version } })
    else if (step === 'recall') await send(reviewer, recallThreat, { params, body })
    else if (step === 'low') await send(reviewer, correctThreat, { params, body: { severity: 'Low', version } })
    else if (step === 'critical')
      await send(reviewer, correctThreat, { params, body: { severity: 'Critical', version } })
    else if (step === 'remark') await send(client, addRemark, { params: ofSource, body: { kind: 'custom', text: 'x' } })
    else await send(client, decideThreat, { params: ofSource, body: { action: step, version } })
  }
  const answers = async () => {
    const { body: summary } = await send(client, getThreatSourceSummary)
    const { body: days } = await send(client, getThreatFrequency, { query: { daysBack: 2 } })
    const { body: statuses } = await send(client, getThreatFacet, { query: { field: 'status' } })
    const { body: states } = await send(client, getThreatFacet, { query: { field: 'takedownStatus' } })
    const { body: options } = await send(client, getSourceOptions)
    const { body: activity } = await send(client, getActivitySources)
    const { body: actions } = await send(client, listActivity, { query: { limit: 1 } })
    const { body: cases } = await send(client, listTakedowns)
    const { body: dashboard } = await send(reviewer, getQaDashboard)
    const { body: critical } = await send(client, listAllThreats, { query: { threatSeverity: ['Critical'], limit: 1 } })
    return {
      bySource: some(summary.map(({ source, total }) => [source, total])),
      open: summary.reduce((sum, { open }) => sum + open, 0),
      recent: days.reduce((sum, { count }) => sum + count, 0),
      bySeverity: some(Object.entries(days.at(-1)?.by ?? {})),
      byStatus: some(statuses.map(({ value, count }) => [value, count])),
      byTakedown: some(states.map(({ value, count }) => [value, count])),
      options: some(options.map(({ value, count }) => [value, count])),
      activity: some(activity.map(({ value, count }) => [value, count])),
      actions: actions.total,
      takedowns: cases.total,
      critical: critical.total,
      waiting: dashboard.waiting,
      watched: dashboard.watched,
      oldest: dashboard.oldest,
    }
  }
  return { company, take, answers, threats }
}

/** The same, counted from the rows themselves. */
async function countedFrom({ id }: TestCompany) {
  const { pool } = world().database
  const published = `from threats where company_id = ${id} and kind = 'threat' and stage = 'published' and not auto_filtered`
  const by = async (text: string) => {
    const { rows } = await pool.query<{ value: string; count: number }>(text)
    return Object.fromEntries(rows.map(({ value, count }) => [value, count]))
  }
  const total = async (text: string) => (await by(`select 'all' as value, ${text}`))['all']
  const bySource = await by(`select source as value, count(*)::int ${published} group by 1`)
  const activity = await by(`select t.source as value, count(*)::int from threats t
    join audit a on a.company_id = t.company_id and a.target_id = t.id
    where t.company_id = ${id} and t.stage = 'published' and (a.action in ('threat.whitelist', 'threat.falsePositive',
      'threat.takedown', 'threat.deeperAnalysis', 'threat.reopen', 'threat.remarked')
      or a.action = 'threat.corrected' and a.at >= t.published_at) group by 1`)
  const inStage = (stage: string) => `from threats where company_id = ${id} and stage = '${stage}'`
  const { rows } = await pool.query<{ oldest: Date | null }>(`select min(first_seen) as oldest ${inStage('queued')}`)
  return {
    bySource,
    open: await total(`count(*)::int ${published} and status = 'open'`),
    recent: await total(`count(*)::int ${published}`),
    bySeverity: await by(
      `select (array['Low', 'Medium', 'High', 'Critical'])[severity] as value, count(*)::int ${published} group by 1`,
    ),
    byStatus: await by(`select status as value, count(*)::int ${published} group by 1`),
    byTakedown: await by(`select status as value, count(distinct threat_id)::int from takedowns
      where company_id = ${id} and threat_id in (select id ${published}) group by 1`),
    options: bySource,
    activity,
    actions: Object.values(activity).reduce((sum, count) => sum + count, 0),
    takedowns: await total(`count(*)::int from takedowns where company_id = ${id}`),
    critical: await total(`count(*)::int ${published} and severity = 4`),
    waiting: await total(`count(*)::int ${inStage('queued')}`),
    watched: await total(`count(*)::int ${inStage('watchlist')}`),
    oldest: rows[0]?.oldest?.toISOString() ?? null,
  }
}

/** What a check of all totals would correct. */
const differencesOf = ({ id }: TestCompany) =>
  world().database.inCompanies([id], async (tx) => {
    await lockTotals(tx, id)
    return correctTotals(tx, id)
  })

const anyStep = tuple(constantFrom(...steps), integer({ min: 0, max: sources.length * 2 - 1 }))

describe('the counts', () => {
  test('are those of the rows, whatever people change at the same time', async () => {
    const lanes = array(array(anyStep, { minLength: 3, maxLength: 8 }), { minLength: 2, maxLength: 4 })
    await assert(
      asyncProperty(lanes, async (writers) => {
        const { company, take, answers } = await createFixture()
        await Promise.all(
          writers.map(async (writer) => {
            for (const [step, at] of writer) await take(step, at)
          }),
        )
        const counted = await countedFrom(company)
        expect(await answers()).toEqual(counted)
        await foldCounts(world())
        expect(await answers()).toEqual(counted)
        expect(await differencesOf(company)).toEqual([])
      }),
      { numRuns: 8 },
    )
  }, 120_000)

  test('count a remark by the severity that a reviewer sets at the same moment', async () => {
    const { company, take, answers } = await createFixture()
    for (let round = 0; round < 10; round += 1) {
      const severity = round % 2 === 0 ? 'low' : 'critical'
      await Promise.all([take('remark', 1), take(severity, 1), take('remark', 1), take('takedown', 1)])
      expect(await answers()).toEqual(await countedFrom(company))
    }
    expect(await differencesOf(company)).toEqual([])
  }, 60_000)

  test('stay the same while changes are added to the totals, also when that stops halfway', async () => {
    const { company, take, answers } = await createFixture()
    for (const [at, step] of (['publish', 'takedown', 'publish', 'remark', 'critical', 'whitelist'] as const).entries())
      await take(step, at)
    const before = await answers()
    expect(before).toEqual(await countedFrom(company))
    const foldSome = (end: () => void) =>
      world().database.inCompanies([company.id], async (tx) => {
        await lockTotals(tx, company.id)
        expect(await foldChanges(tx, company.id, 2)).toBe(true)
        end()
      })
    const interrupted = foldSome(() => {
      throw new Error('the process ends here')
    })
    await expect(interrupted).rejects.toThrow('the process ends here')
    expect(await answers()).toEqual(before)
    await foldSome(() => {})
    expect(await answers()).toEqual(before)
    await Promise.all([foldCounts(world()), foldCounts(world())])
    expect(await answers()).toEqual(before)
    expect(await differencesOf(company)).toEqual([])
  })

  test('that differ from the rows are named in the log and corrected', async () => {
    const { company, answers } = await createFixture()
    const before = await answers()
    await world().database.pool.query(
      `insert into threat_counts select company_id, kind, stage, auto_filtered, source, threat_type, severity, status, category,
         ad_source, url_source, 7 from threat_count_changes where company_id = $1 and stage = 'published' and count > 0 limit 1`,
      [company.id],
    )
    expect(await answers()).not.toEqual(before)
    const logged: unknown[] = []
    await checkCounts({ database: world().database, log: { error: (facts: unknown) => logged.push(facts) } })
    expect(logged).toEqual([{ companyId: company.id, table: 'threat_counts', rows: 1, by: 7 }])
    expect(await answers()).toEqual(before)
  })
})

test('a text of any length can be counted', async () => {
  const { company } = await createFixture()
  await world().database.pool.query(
    `update threats set fields = fields || jsonb_build_object('urlSource', (select string_agg(md5(n::text), '') from generate_series(1, 200) n))
      where company_id = $1`,
    [company.id],
  )
  await foldCounts(world())
  expect(await differencesOf(company)).toEqual([])
})

test('an owner who changes many rows in one statement is counted like everyone', async () => {
  const { company, threats } = await createFixture()
  const { pool } = world().database
  const ids = threats.map(({ id }) => id)
  await pool.query(`update threats set severity = 4, stage = 'published', published_at = now() where id = any ($1)`, [
    ids,
  ])
  await pool.query('delete from sightings where threat_id = any ($1)', [ids.slice(0, 1)])
  await pool.query('delete from threats where id = any ($1)', [ids.slice(0, 1)])
  expect(await differencesOf(company)).toEqual([])
})
