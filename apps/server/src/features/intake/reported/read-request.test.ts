import { expect, test } from 'vitest'
import { getAssets, putAssets } from '@signet/contract/companies/assets'
import { addRequest, getRequest } from '@signet/contract/requests/requests'
import { listQueued, reviewThreats } from '@signet/contract/review/qa'
import { newCompany, newUser, send, useWorld } from '../../../../test/harness.ts'
import { readRequest } from './read-request.job.ts'

const world = useWorld()

async function createFixture() {
  const company = await newCompany({ name: 'Quayside Bank' })
  const client = await newUser('client', company)
  const reviewer = await newUser('qa', company)
  const superAdmin = await newUser('superAdmin', company)
  const query = { company: company.key }
  const { body: assets } = await send(superAdmin, getAssets, { query })
  const brand = { name: 'Quayside Bank', aliases: ['quaysidebank'], official: ['quayside.example'], key: 'quayside' }
  const own = { handles: [], phones: ['+44 20 7946 0100'], accounts: [] }
  await send(superAdmin, putAssets, { query, body: { ...assets, brands: [{ ...brand, ...own }] } })
  const read = async (requestId: string) => (await send(client, getRequest, { params: { requestId } })).body
  return {
    company,
    client,
    reviewer,
    query,
    read,
    /** Sends a report and lets the job read it, twice: a job that is repeated changes nothing. */
    report: async (text: string, more: object = {}) => {
      const { body } = await send(client, addRequest, { body: { kind: 'threat', subject: 'Report', text, ...more } })
      const { database, queue } = world()
      const job = { companyId: company.id, requestId: body.id }
      const parts = { database, lookUps: null, enqueue: queue.enqueue }
      await readRequest(parts, job)
      await readRequest(parts, job)
      return read(body.id)
    },
  }
}

test('what a client reports enters the review queue, whether or not the detector knows it', async () => {
  const { report, reviewer, query } = await createFixture()
  const { report: read } = await report(
    'Customers got a text message from +44 20 7946 0958.\nquaysidebank-login.example\nhxxps://codes[.]example/verify?x=1',
    { links: ['https://third.example/'], severity: 'Critical' },
  )
  expect(read).toMatchObject({ isRead: true, suppressed: [] })
  const named = read?.threats.map(({ source, title, progress, isPublished }) => ({
    source,
    title,
    progress,
    isPublished,
  }))
  const waiting = { progress: 'received', isPublished: false }
  expect(named?.toSorted((a, b) => a.title.localeCompare(b.title))).toEqual([
    { source: 'WhatsApp', title: '+442079460958', ...waiting },
    { source: 'URL', title: 'https://codes.example/verify?x=1', ...waiting },
    { source: 'Domain', title: 'quaysidebank-login.example', ...waiting },
    { source: 'Domain', title: 'third.example', ...waiting },
  ])
  const queued = await send(reviewer, listQueued, { query })
  expect(queued.body.items.map(({ id }) => id).toSorted()).toEqual(read?.threats.map(({ id }) => id).toSorted())
  expect(new Set(queued.body.items.map(({ severity }) => severity))).toEqual(new Set(['Critical']))
})

test("the company's own and a repeated report become no second threat", async () => {
  const { report } = await createFixture()
  const first = await report('https://quayside.example/news and https://codes.example/verify')
  expect(first.report?.suppressed).toEqual(['https://quayside.example/news'])
  const again = await report('https://codes.example/verify')
  expect(again.report?.threats).toEqual(first.report?.threats)
})

test('an account is reported with its source, and a report that names nothing says so', async () => {
  const { report } = await createFixture()
  const account = await report('It answers our customers:\n@quayside_help', { source: 'Instagram' })
  expect(account.report?.threats).toMatchObject([{ source: 'Instagram', title: 'quayside_help' }])
  const nothing = await report('A customer called.')
  expect(nothing.report).toEqual({ isRead: true, threats: [], suppressed: [] })
})

test('the client follows a reported threat from review to the decision', async () => {
  const { report, reviewer, query, read } = await createFixture()
  const { id, report: sent } = await report('https://one.example/a https://two.example/b')
  const [one] = sent?.threats ?? []
  const body = { kind: 'threat', ids: [one?.id ?? ''], action: 'publish' } as const
  expect((await send(reviewer, reviewThreats, { query, body })).body.failed).toEqual([])
  const { report: after } = await read(id)
  expect(after?.threats.map(({ progress }) => progress).toSorted()).toEqual(['received', 'reviewed'])
  expect(after?.threats.find((threat) => threat.id === one?.id)?.isPublished).toBe(true)
})

test('other requests report nothing', async () => {
  const { client, read } = await createFixture()
  const body = { kind: 'question', subject: 'Why?', text: 'https://one.example/a' } as const
  const { body: sent } = await send(client, addRequest, { body })
  expect(await read(sent.id)).not.toHaveProperty('report')
})
