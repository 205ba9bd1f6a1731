import { beforeAll, describe, expect, test } from 'vitest'
import { definitions } from '@signet/contract'
import type { AnyRoute } from '@signet/contract/route'
import { listCampaigns } from '@signet/contract/threats/campaigns'
import { listAllowEntries } from '@signet/contract/threats/allow-list'
import { listAllThreats } from '@signet/contract/threats/threats'
import { listAllTouts } from '@signet/contract/touts/touts'
import { listTakedowns } from '@signet/contract/takedowns/takedowns'
import { listDeeperAnalyses } from '@signet/contract/requests/deeper-analyses'
import { listRequests } from '@signet/contract/requests/requests'
import {
  getRecentThreats,
  getThreatDistribution,
  getThreatFrequency,
  getThreatSourceSummary,
} from '@signet/contract/reports/analytics'
import { getCompanyOverview } from '@signet/contract/reports/overview'
import { getQaDashboard, listQueued } from '@signet/contract/review/qa'
import { getReviewBacklog, listQueuedAnywhere } from '@signet/contract/review/review-backlog'
import { listNotifications } from '@signet/contract/messages/notifications'
import { newCompany, newThreat, newUser, send, useWorld, type TestUser } from '../../../test/harness.ts'
import { onCluster } from '../../../test/on-cluster.ts'
import { openDatabase } from '../database.ts'

/** Needs a cluster, which counts its statements by how many shards they read. */
describe.skipIf(!onCluster)('on a cluster, the lists and dashboards of one company read one shard', () => {
  const world = useWorld()
  let client: TestUser
  let reviewer: TestUser
  let staff: TestUser

  const counted = async () => {
    const { rows } = await world().database.pool.query<{ one: number; several: number }>(
      `select query_execution_single_shard::int as one, query_execution_multi_shard::int as several
       from citus_stat_counters where name = current_database()`,
    )
    return rows[0] ?? { one: 0, several: 0 }
  }

  beforeAll(async () => {
    const { pool } = world().database
    const { rows } = await pool.query<{ name: string }>('select current_database() as name')
    await pool.query(`alter database ${rows[0]?.name} set citus.enable_stat_counters = on`)
    // The next connections of the server count.
    await pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and usename in ('signet_app', 'signet_identity')`)
    const company = await newCompany({ modules: { touts: true }, toutSources: ['Domain'] })
    client = await newUser('client', company)
    reviewer = await newUser('qa', company)
    staff = await newUser('admin', company)
    await newThreat(company)
    await newThreat(company, { stage: 'queued' })
    await newThreat(company, { kind: 'tout' })
  })

  const lists: Readonly<Record<string, () => Promise<{ status: number }>>> = {
    threats: () => send(client, listAllThreats),
    'threats by text': () => send(client, listAllThreats, { query: { searchQuery: 'login' } }),
    touts: () => send(client, listAllTouts),
    takedowns: () => send(client, listTakedowns),
    'deeper analyses': () => send(client, listDeeperAnalyses),
    requests: () => send(client, listRequests),
    campaigns: () => send(client, listCampaigns),
    notifications: () => send(client, listNotifications),
    'the allow list': () => send(staff, listAllowEntries),
    'the summary of sources': () => send(client, getThreatSourceSummary),
    'the distribution of threats': () => send(client, getThreatDistribution),
    'the frequency of threats': () => send(client, getThreatFrequency),
    'recent threats': () => send(client, getRecentThreats),
    'the overview of companies': () => send(staff, getCompanyOverview),
    'the review queue': () => send(reviewer, listQueued),
    'the review queue by promised time': () => send(reviewer, listQueuedAnywhere, { query: { order: 'promised' } }),
    'the backlog': () => send(reviewer, getReviewBacklog),
    'the dashboard of reviewers': () => send(reviewer, getQaDashboard),
  }

  test('and what reads all companies is counted as several', async () => {
    const before = await counted()
    const other = openDatabase(world().connection, 1)
    await other.pool.query('select count(*) from threats')
    expect((await counted()).several).toBe(before.several + 1)
    await other.close()
  })

  test.each(Object.keys(lists))('%s', async (name) => {
    const before = await counted()
    expect((await lists[name]?.())?.status).toBe(200)
    const after = await counted()
    expect(after.several).toBe(before.several)
    expect(after.one).toBeGreaterThan(before.one)
  })

  test('and so does every other call that needs no input', async () => {
    const answered = new Set<string>()
    const several = new Set<string>()
    for (const [name, route] of Object.entries(definitions)) {
      if (route.method !== 'GET' || route.path.includes('{')) continue
      for (const user of [client, reviewer, staff]) {
        const before = await counted()
        const { status } = await send(user, route as AnyRoute)
        if (status !== 200) continue
        answered.add(name)
        if ((await counted()).several > before.several) several.add(name)
      }
    }
    expect(answered.size).toBeGreaterThan(80)
    // It compares the cases of all companies that the reader may see.
    expect([...several]).toEqual(['getTakedownStatistics'])
  })
})
