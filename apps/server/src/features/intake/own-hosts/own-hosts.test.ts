import { startFakeSites, type FakeSites } from '@signet/connectors/test/fake-sites'
import { putConnector, getSourceCoverage } from '@signet/contract/collection/connectors'
import {
  decideDiscoveredHosts,
  getHostChecks,
  listDiscoveredHosts,
  putHostPolicy,
  runHostChecks,
  type HostState,
} from '@signet/contract/collection/discovered-hosts'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { listAudit } from '@signet/contract/operation/audit'
import { getQueued, listQueued } from '@signet/contract/review/qa'
import { dayMs } from '@signet/contract/time'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newCompany, newUser, refusal, send, useWorld } from '../../../../test/harness.ts'
import { startOutside, type Outside } from '../../../../test/outside/outside-world.ts'
import { collect } from '../connectors/collect.job.ts'
import type { CollectParts } from '../connectors/reach-provider.ts'
import { recordHosts } from './discovered-hosts.queries.ts'

const world = useWorld({ looksUp: true })
const domain = 'quayside.example'
const vpn = `vpn.${domain}`
const pages = `pages.${domain}`
let outside: Outside
let sites: FakeSites

beforeAll(async () => {
  ;[outside, sites] = await Promise.all([startOutside(), startFakeSites()])
})
afterAll(() => Promise.all([outside.close(), sites.close()]))

const inDays = (days: number) => new Date(Date.now() + days * dayMs)
const dayOf = (at: Date) => at.toISOString().slice(0, 10)

beforeEach(() => {
  // Everything about the domain itself is in order.
  outside.dns.set(domain, { mx: [[0, '.']], txt: ['v=spf1 -all'] })
  outside.dns.set(`_dmarc.${domain}`, { txt: ['v=DMARC1; p=reject'] })
  outside.dns.set(vpn, { a: ['127.0.0.1'] })
  outside.dns.remove(pages)
  sites.setCertificate(vpn, { notAfter: new Date('2026-04-02T03:04:05Z') })
  sites.setPage(vpn, (_, response) => response.writeHead(404).end())
})

/** A company with a domain, and what it does with the hosts below it. */
async function createFixture() {
  const company = await newCompany()
  const admin = await newUser('admin', company)
  const superAdmin = await newUser('superAdmin', company)
  const reviewer = await newUser('qa', company)
  const query = { company: company.key }
  const { body: before } = await send(admin, getAssets, { query })
  const brand = { key: 'quayside', name: 'Quayside Bank', aliases: ['quaysidebank'], official: [domain] }
  const brands = [{ ...brand, handles: [], phones: [], accounts: [] }]
  await send(admin, putAssets, { query, body: { ...before, company: company.key, brands } })
  const params = { connector: 'ownHosts' } as const
  expect((await send(superAdmin, putConnector, { params, query, body: { isOn: true } })).status).toBe(200)
  const { lookUps, ...parts } = {
    database: world().database,
    files: world().files,
    secrets: world().secrets,
    enqueue: world().queue.enqueue,
    feedAllow: [],
    lookUps: {
      ...outside.settings(domain),
      ports: { ...sites.ports, whois: 43 },
      allow: [...outside.settings(domain).allow, ...sites.allow(domain, vpn, pages)],
    },
  }
  return {
    company,
    admin,
    superAdmin,
    query,
    async check({ signal = new AbortController().signal, isAllowed = true } = {}) {
      const of: CollectParts = { ...parts, lookUps: isAllowed ? lookUps : null }
      await world().database.pool.query(`update answer_gates set next_at = '2020-01-01'`)
      await world().database.pool.query('update connectors set next_run_at = now() where company_id = $1', [company.id])
      const signals = { signal, stopping: new AbortController().signal }
      await collect(of, { companyId: company.id, connector: 'ownHosts' }, signals)
    },
    hosts: async () =>
      (await send(admin, listDiscoveredHosts, { query: { ...query, sortField: 'host', sortDirection: 'asc' } })).body
        .items,
    decide: (hosts: string[], state: HostState) =>
      send(admin, decideDiscoveredHosts, { query, body: { hosts, state } }),
    threats: async () => (await send(reviewer, listQueued, { query })).body.items,
    threat: async (threatId: string) => (await send(reviewer, getQueued, { params: { threatId } })).body,
  }
}
const named = (threats: readonly { title: string; threatType: string; [field: string]: unknown }[]) =>
  threats.map(({ title, threatType, host }) => `${threatType}: ${title} of ${String(host)}`).toSorted()

test('a host is found, approved, checked and becomes a threat with its reasons, which is gone when it is mended', async () => {
  const { check, hosts, decide, threats, threat, admin, query } = await createFixture()
  await check()
  expect(await hosts()).toMatchObject([
    { host: vpn, state: 'candidate', origins: ['usualName'], checkedAt: null, decidedBy: null },
  ])
  // A candidate isn't visited, and the domain itself is in order.
  expect(sites.requests.filter((request) => request.includes(vpn))).toEqual([])
  expect(await threats()).toEqual([])

  expect((await decide([vpn], 'approved')).body).toEqual({ changed: 1 })
  await check()
  expect(named(await threats())).toEqual([`Expired certificate: Expired HTTPS certificate of ${vpn}`])
  const detail = await threat((await threats())[0]?.id ?? '')
  expect(detail).toMatchObject({
    source: 'EASM',
    severity: 'High',
    score: 80,
    host: vpn,
    address: '127.0.0.1',
    expires: '2026-04-02',
    proof: expect.stringContaining('Valid from 2026-01-02 until 2026-04-02'),
    indicators: [
      { name: 'Host of the company', value: vpn },
      { name: 'Certificate expired', value: '2026-04-02', description: expect.stringMatching(/./) },
    ],
  })
  expect((await hosts())[0]).toMatchObject({ state: 'approved', checkedAt: expect.any(String), decidedBy: admin.name })

  // The second check finds the same again.
  await check()
  expect(await threats()).toHaveLength(1)
  expect(await threat(detail.id)).toMatchObject({ id: detail.id, sightings: 2 })

  sites.setCertificate(vpn, { notAfter: inDays(80), notBefore: inDays(-1) })
  await check()
  const mended = await threat(detail.id)
  expect(mended).toMatchObject({ noLongerSeen: dayOf(new Date()), stage: 'queued' })
  expect(mended.history.map(({ action }) => action)).toContain('threat.noLongerSeen')
  // It is noted once.
  await check()
  expect((await threat(detail.id)).version).toBe(mended.version)

  sites.setCertificate(vpn, { notAfter: new Date('2026-05-02T03:04:05Z') })
  await check()
  const again = await threat(detail.id)
  expect(again).toMatchObject({ id: detail.id, expires: '2026-05-02' })
  expect(again).not.toHaveProperty('noLongerSeen')

  // A host that is gone was checked, and not seen.
  const [before] = await hosts()
  outside.dns.remove(vpn)
  await check()
  const [after] = await hosts()
  expect(after?.lastSeenAt).toBe(before?.lastSeenAt)
  expect(Date.parse(after?.checkedAt ?? '')).toBeGreaterThan(Date.parse(before?.checkedAt ?? ''))
  expect(await threat(detail.id)).toMatchObject({ noLongerSeen: dayOf(new Date()) })
  const coverage = (await send(admin, getSourceCoverage, { query })).body
  expect(coverage.find(({ source }) => source === 'EASM')).toMatchObject({ state: 'collecting' })
})

test('what a person decided stays, until the same finding is of a higher severity', async () => {
  const { company, check, decide, threats, threat } = await createFixture()
  await check()
  await decide([vpn], 'approved')
  // Valid for 20 more days, and otherwise only not trusted.
  sites.setCertificate(vpn, { notAfter: inDays(20), notBefore: inDays(-1) })
  await check()
  const [first] = await threats()
  if (!first) throw new Error('no threat')
  expect(first).toMatchObject({ threatType: 'Certificate problem', severity: 'Medium' })
  await world().database.pool.query(
    `update threats set stage = 'deleted', score = 65, severity = 2 where company_id = $1`,
    [company.id],
  )
  sites.setCertificate(vpn, { notAfter: inDays(80), notBefore: inDays(-1) })
  await check()
  expect(await threat(first.id)).toMatchObject({ stage: 'deleted' })
  sites.setCertificate(vpn, { notAfter: inDays(5), notBefore: inDays(-1), names: ['other.example'] })
  await check()
  expect(await threat(first.id)).toMatchObject({ stage: 'queued', stageReason: 'Severity: Medium → High' })
})

test('an open threat rises with what the latest check finds, but not above a severity that a person set', async () => {
  const { company, check, decide, threats, threat } = await createFixture()
  await check()
  await decide([vpn], 'approved')
  sites.setCertificate(vpn, { notAfter: inDays(20), notBefore: inDays(-1) })
  await check()
  const [first] = await threats()
  if (!first) throw new Error('no threat')
  expect(first).toMatchObject({ severity: 'Medium' })
  sites.setCertificate(vpn, { notAfter: inDays(5), notBefore: inDays(-1), names: ['other.example'] })
  await check()
  const raised = await threat(first.id)
  expect(raised).toMatchObject({ stage: 'queued', severity: 'High' })
  expect(raised.history).toContainEqual(
    expect.objectContaining({ action: 'threat.severityRaised', remark: 'Severity: Medium → High' }),
  )
  // Once for one change.
  await check()
  const actions = (await threat(first.id)).history.map(({ action }) => action)
  expect(actions.filter((action) => action === 'threat.severityRaised')).toHaveLength(1)
  const lowered = `update threats set score = 65, severity = 1 where company_id = $1 and id = $2`
  await world().database.pool.query(lowered, [company.id, first.id])
  await check()
  expect(await threat(first.id)).toMatchObject({ severity: 'Low' })
})

test('a dangling record and the records of the domain are threats without a visit', async () => {
  const { check, decide, threats, company } = await createFixture()
  outside.dns.set(pages, { cname: ['quayside.azurewebsites.net'] })
  outside.dns.set(domain, { mx: [[10, 'mx.gone.example']], txt: ['v=spf1 +all'] })
  await world().database.inCompanies([company.id], (tx) =>
    recordHosts(tx, company.id, [{ host: pages, origin: 'certificate' }], new Date()),
  )
  await decide([pages], 'approved')
  await check()
  expect(named(await threats())).toEqual([
    `Dangling DNS record: CNAME record of ${pages}`,
    `Dangling DNS record: MX records of ${domain}`,
    `Weak email settings: Email authentication of ${domain}`,
  ])
})

test('a run that is interrupted continues at its host, and nothing comes in twice', async () => {
  const { check, decide, threats, company } = await createFixture()
  await check()
  await decide([vpn], 'approved')
  outside.dns.set(domain, { mx: [[0, '.']] })
  const controller = new AbortController()
  const stopped = check({ signal: controller.signal })
  await expect
    .poll(async () => {
      const { rows } = await world().database.pool.query<{ cursor: string }>(
        'select cursor from connectors where company_id = $1',
        [company.id],
      )
      return rows[0]?.cursor
    })
    .toContain('check')
  controller.abort()
  await stopped
  await check()
  expect(named(await threats())).toEqual([
    `Expired certificate: Expired HTTPS certificate of ${vpn}`,
    `Weak email settings: Email authentication of ${domain}`,
  ])
})

test('a rejected host is not checked and not proposed again, and a host of others never is', async () => {
  const { check, decide, hosts, threats, company } = await createFixture()
  await check()
  await decide([vpn], 'rejected')
  await check()
  expect(await hosts()).toMatchObject([{ host: vpn, state: 'rejected' }])
  expect(await threats()).toEqual([])
  await world().database.inCompanies([company.id], (tx) =>
    recordHosts(
      tx,
      company.id,
      ['login.quayside.example.test', domain, 'notquayside.example', '*.dev.quayside.example'].map((host) => ({
        host,
        origin: 'certificate',
      })),
      new Date(),
    ),
  )
  expect((await hosts()).map(({ host }) => host)).toEqual([`dev.${domain}`, vpn])
})

test('another company neither sees the hosts nor decides about them', async () => {
  const { check, hosts } = await createFixture()
  await check()
  const other = await createFixture()
  expect(await other.hosts()).toEqual([])
  expect((await other.decide([vpn], 'approved')).body).toEqual({ changed: 0 })
  expect(await hosts()).toMatchObject([{ host: vpn, state: 'candidate' }])
})

test('the policy of the company approves what is found in DNS, and both are audited', async () => {
  const { check, hosts, admin, superAdmin, query, decide, company } = await createFixture()
  const { body } = await send(admin, putHostPolicy, { query, body: { approvesHosts: true } })
  expect(body).toMatchObject({ approvesHosts: true, work: { connector: 'ownHosts', state: 'waiting' } })
  await world().database.inCompanies([company.id], (tx) =>
    recordHosts(tx, company.id, [{ host: `old.${domain}`, origin: 'certificate' }], new Date()),
  )
  await check()
  expect(await hosts()).toMatchObject([
    { host: `old.${domain}`, state: 'candidate' },
    { host: vpn, state: 'approved', decidedBy: null },
  ])
  await decide([vpn], 'candidate')
  const { body: checks } = await send(admin, getHostChecks, { query })
  expect(checks).toMatchObject({ counts: { candidate: 2, approved: 0, rejected: 0 }, work: { state: 'collecting' } })
  const { body: audit } = await send(superAdmin, listAudit, { query })
  expect(audit.items.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['settings.hostPolicyChanged', 'settings.hostsDecided']),
  )
})

test('checks run at once only while they are on, and say when the server looks nothing up', async () => {
  const { admin, superAdmin, query, check } = await createFixture()
  expect((await send(admin, runHostChecks, { query, body: {} })).status).toBe(202)
  await check({ isAllowed: false })
  const { body } = await send(admin, getHostChecks, { query })
  expect(body.work.state).toBe('failing')
  const params = { connector: 'ownHosts' } as const
  await send(superAdmin, putConnector, { params, query, body: { isOn: false } })
  expect(await send(admin, runHostChecks, { query, body: {} })).toMatchObject(refusal('NOT_FOUND'))
})
