import { createHash, randomUUID } from 'node:crypto'
import { pauseConnector, putConnector } from '@signet/contract/collection/connectors'
import { pickThreat } from '../../../test/demo-records.ts'
import type { Caller, Examples } from '../../../test/every-call/examples.ts'
import { send, theWorld } from '../../../test/harness.ts'

const params = { connector: 'appStore' } as const
/** Staff who don't review see published threats only. */
const publishedDomain = `source = 'Domain' and stage = 'published'`

async function withConnector({ user, company }: Caller) {
  const query = { company: company.key }
  await send(user, putConnector, { params, query, body: { isOn: true } })
  await send(user, pauseConnector, { params, query, body: { isPaused: false } })
  return { params }
}

export const examples: Examples = {
  records: { connector: () => Promise.resolve('appStore') },
  inputs: {
    putConnector: () => ({ params, body: { isOn: true } }),
    deleteConnector: withConnector,
    testConnector: withConnector,
    runConnector: withConnector,
    pauseConnector: async (caller) => ({ ...(await withConnector(caller)), body: { isPaused: true } }),
    decideDiscoveredHosts: () => ({ body: { hosts: ['vpn.example.com'], state: 'approved' } }),
    putHostPolicy: () => ({ body: { approvesHosts: false } }),
    runHostChecks: async ({ company }) => {
      await theWorld().database.inCompanies([company.id], (tx) =>
        tx
          .insertInto('connectors')
          .values({ company_id: company.id, id: randomUUID(), connector: 'ownHosts', is_on: true })
          .onConflict((conflict) => conflict.columns(['company_id', 'connector']).doUpdateSet({ is_on: true }))
          .execute(),
      )
      return { body: { company: company.key } }
    },
    getLookUps: async (caller) => ({ params: { threatId: (await pickThreat(caller, publishedDomain)).id } }),
    lookUpThreat: async (caller) => {
      const { company } = caller
      await theWorld().database.inCompanies([company.id], (tx) =>
        tx
          .insertInto('connectors')
          .values({ company_id: company.id, id: randomUUID(), connector: 'urlhaus', credentials: ['key'] })
          .onConflict((conflict) => conflict.columns(['company_id', 'connector']).doUpdateSet({ credentials: ['key'] }))
          .execute(),
      )
      const { id } = await pickThreat(caller, publishedDomain)
      return { params: { threatId: id }, body: { company: company.key, connector: 'urlhaus' } }
    },
    startScan: async ({ company }) => {
      await theWorld().database.pool.query(
        `update scans set state = 'done' where id in (select scan_id from company_scans where company_id = $1)`,
        [company.id],
      )
      return {}
    },
  },
  async rows(tx, { company, marker, base }) {
    await tx
      .insertInto('discovered_hosts')
      .values({
        company_id: company.id,
        host: marker,
        origins: ['usualName'],
        first_seen_at: new Date(),
        last_seen_at: new Date(),
      })
      .execute()
    await tx
      .insertInto('official_photos')
      .values({ company_id: company.id, source: 'Twitter', handle: marker, hash: 'f'.repeat(16) })
      .execute()
    await tx
      .insertInto('look_ups')
      .values({
        ...base,
        id: randomUUID(),
        connector: 'urlhaus',
        kind: 'host',
        value: marker,
        problem: null,
        url: null,
        answered_at: null,
        requested_by: randomUUID(),
        requested_by_name: marker,
      })
      .execute()
    const scan = { company_id: company.id, scan_id: randomUUID() }
    await tx
      .insertInto('company_scans')
      .values({ ...scan, by_name: marker })
      .execute()
    await tx
      .insertInto('scan_stages')
      .values({ ...scan, stage: 'certificates', note: JSON.stringify({ reason: marker, parameters: {} }) })
      .execute()
    await tx
      .insertInto('connectors')
      .values({
        company_id: company.id,
        id: randomUUID(),
        connector: 'appStore',
        test_reply: marker,
        paused_by_name: marker,
      })
      .execute()
    const report = { company_id: company.id, mail: createHash('sha256').update(marker).digest() }
    await tx
      .insertInto('reported_mails')
      .values({ ...report, sender: report.mail })
      .execute()
    await tx
      .insertInto('reported_links')
      .values({ ...report, link: report.mail })
      .execute()
    const cursor = JSON.stringify({ next: 0, treeSize: 0, treeRoot: marker, treeAt: 0, edge: null })
    await tx
      .insertInto('scan_logs')
      .values({ ...scan, log_id: marker, first_index: 0, until_index: 0, next_index: 0, cursor })
      .execute()
    await tx
      .insertInto('ingest_jobs')
      .values({
        company_id: company.id,
        id: randomUUID(),
        source: 'Domain',
        api_key_id: randomUUID(),
        key_name: marker,
        idempotency_key: marker,
        run: randomUUID(),
        lines_hash: null,
        error: null,
      })
      .execute()
  },
}
