import { beforeAll, describe, expect, test } from 'vitest'
import { addThreat, addThreats, changeThreat } from '@signet/contract/threats/add-threats'
import { getQueued, listQueued, publishThreat, requestDeletion } from '@signet/contract/review/qa'
import { fieldOf, titleFieldOf, sources, threatSources, type ThreatSource } from '@signet/contract/threats/sources'
import { addBookmark, getThreat, listAllThreats } from '@signet/contract/threats/threats'
import type { ErrorReason } from '@signet/contract/errors/errors'
import {
  newCompany,
  newThreat,
  newUser,
  refusal,
  send,
  useWorld,
  type TestCompany,
  type TestUser,
} from '../../../../test/harness.ts'

const world = useWorld()
let company: TestCompany
let admin: TestUser
let reviewer: TestUser
let client: TestUser

beforeAll(async () => {
  company = await newCompany()
  admin = await newUser('admin', company)
  reviewer = await newUser('qa', company)
  client = await newUser('client', company)
})

let counter = 0
const domain = (more: object = {}) => {
  counter += 1
  const fields = { domain_name: `by-hand-${counter}.example` }
  return { company: company.key, source: 'Domain', threatType: 'Phishing site', severity: 'High', fields, ...more }
}
async function auditOf(threatId: string) {
  const { rows } = await world().database.pool.query<{
    action: string
    by_email: string
    before: object | null
    after: object | null
  }>('select action, by_email, before, after from audit where target_id = $1 order by at', [threatId])
  return rows
}

const valueOf = (field: string) =>
  field === 'subtype' ? 'Pages' : /url|link|domain|host|website/i.test(field) ? 'https://many.example/x' : `a ${field}`

describe('a threat added manually', () => {
  test('waits for review, says who added it, and is shown to the client once published', async () => {
    const added = await send(admin, addThreat, {
      body: domain({ category: 'Cards', url: 'https://by-hand.example/x' }),
    })
    expect(added.status).toBe(201)
    expect(added.body).toMatchObject({
      source: 'Domain',
      title: `by-hand-${counter}.example`,
      threatType: 'Phishing site',
      severity: 'High',
      category: 'Cards',
      url: 'https://by-hand.example/x',
      domain_name: `by-hand-${counter}.example`,
      publishedAt: null,
      version: 1,
    })
    const { id } = added.body
    expect((await send(client, getThreat, { params: { source: 'Domain', threatId: id } })).status).toBe(404)
    const queued = await send(reviewer, listQueued, { query: { searchQuery: `by-hand-${counter}` } })
    expect(queued.body.items).toMatchObject([{ id, stage: 'queued' }])
    const opened = await send(reviewer, getQueued, { params: { threatId: id } })
    expect(opened.body.history).toContainEqual(
      expect.objectContaining({ action: 'threat.added', text: 'Added manually' }),
    )
    expect(await auditOf(id)).toMatchObject([
      { action: 'threat.added', by_email: admin.email, before: null, after: { source: 'Domain', severity: 'High' } },
    ])

    expect((await send(reviewer, publishThreat, { params: { threatId: id }, body: { version: 1 } })).status).toBe(200)
    const seen = await send(client, getThreat, { params: { source: 'Domain', threatId: id } })
    expect(seen.status).toBe(200)
    expect(seen.body.history.map(({ action }) => action)).not.toContain('threat.added')
  })

  test('is shown before its publication to the person who added it, and to nobody else', async () => {
    const other = await newUser('admin', company)
    const added = await send(admin, addThreat, { body: domain() })
    const { id } = added.body
    const params = { source: 'Domain' as const, threatId: id }
    const own = await send(admin, getThreat, { params })
    expect(own).toMatchObject({ status: 200, body: { id, publishedAt: null } })
    for (const user of [other, client]) expect((await send(user, getThreat, { params })).status).toBe(404)
    expect((await send(admin, getThreat, { params: { ...params, source: 'URL' } })).status).toBe(404)
    const listed = await send(admin, listAllThreats, { query: { searchQuery: id } })
    expect(listed.body.items).toEqual([])
    expect((await send(admin, addBookmark, { params, body: {} })).status).toBe(404)

    const scanned = await newThreat(company, { stage: 'queued' })
    const unknown = { source: 'Domain' as const, threatId: scanned.id }
    expect((await send(admin, getThreat, { params: unknown })).status).toBe(404)

    const deletion = { params: { threatId: id }, body: { version: 1, remark: { kind: 'Irrelevant' as const } } }
    expect((await send(reviewer, requestDeletion, deletion)).status).toBe(200)
    expect((await send(admin, getThreat, { params })).status).toBe(404)
  })

  test('that is known already answers with the id of the one there is, however it is written', async () => {
    const scanned = await newThreat(company, { name: 'found-by-scan.example' })
    const answer = await send(admin, addThreat, {
      body: domain({ fields: { domain_name: 'HXXP://Found-By-Scan[.]example' } }),
    })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'CONFLICT', reason: 'THREAT_KNOWN', parameters: { threatId: scanned.id } },
    })
    expect(answer.body.message).toContain(scanned.id)
    const other = await newUser('admin', await newCompany())
    const elsewhere = await send(other, addThreat, {
      body: domain({ company: other.company.key, fields: { domain_name: 'found-by-scan.example' } }),
    })
    expect(elsewhere.status).toBe(201)
  })

  test('twice at the same time is one', async () => {
    const body = domain()
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(admin, addThreat, { body })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
  })

  test.each(threatSources)(
    'of the source %s needs the field it is titled by, and takes every field of the source',
    async (source: ThreatSource) => {
      const [threatType = ''] = sources[source].types
      const known = sources[source].fields.map(({ field }) => field)
      const fields = Object.fromEntries(known.map((field) => [field, valueOf(field)]))
      const title = titleFieldOf(source, threatType, fields)
      const { [title]: _left, ...without } = fields
      const base = { company: company.key, source, threatType, severity: 'Low' }

      const refused = await send(admin, addThreat, { body: { ...base, fields: without } })
      expect(refused).toMatchObject(refusal('TITLE_NEEDED', `body.fields.${title}`))
      const added = await send(admin, addThreat, { body: { ...base, fields } })
      expect(added.status, JSON.stringify(added.body)).toBe(201)
      expect(fieldOf(added.body as never, title)).toBe(added.body.title)
      expect(await send(admin, addThreat, { body: { ...base, fields } })).toMatchObject(refusal('THREAT_KNOWN'))
    },
  )

  test('takes nested fields like those with dotted names', async () => {
    const telegram = { company: company.key, source: 'Telegram', threatType: 'Scam channel', severity: 'Low' }
    const nested = await send(admin, addThreat, {
      body: { ...telegram, fields: { channel_data: { entity_user_name: 'nested_name', participants_count: 12 } } },
    })
    expect(nested.body).toMatchObject({ title: 'nested_name', channel_data: { participants_count: 12 } })
    const dotted = await send(admin, addThreat, {
      body: { ...telegram, fields: { 'channel_data.entity_user_name': 'dotted_name' } },
    })
    expect(dotted.body).toMatchObject({ channel_data: { entity_user_name: 'dotted_name' } })
  })

  test.each<[object, string, ErrorReason]>([
    [{ fields: { domain_name: 'x.example', owner: 'me' } }, 'body.fields.owner', 'FIELD_NOT_OF_SOURCE'],
    [{ fields: { domain_name: 'x.example', __proto__x: 'me' } }, 'body.fields.__proto__x', 'FIELD_NOT_OF_SOURCE'],
    [
      { fields: { domain_name: 'x.example', channel_data: { title: 'a' } } },
      'body.fields.channel_data.title',
      'FIELD_NOT_OF_SOURCE',
    ],
    [{ fields: { domain_name: 'not a name' } }, 'body.fields.domain_name', 'NOT_A_DOMAIN'],
    [{ fields: { domain_name: ' ' } }, 'body.fields.domain_name', 'TITLE_NEEDED'],
    [{ fields: {} }, 'body.fields.domain_name', 'TITLE_NEEDED'],
    [{ threatType: 'No such type' }, 'body.threatType', 'TYPE_NOT_OF_SOURCE'],
    [{ severity: 'Worst' }, 'body.severity', 'NOT_AN_OPTION'],
    [{ source: 'Extension' }, 'body.source', 'NOT_AN_OPTION'],
    [{ url: 'javascript:alert(1)' }, 'body.url', 'NOT_A_WEB_ADDRESS'],
    [{ stage: 'published' }, 'body.stage', 'UNKNOWN_FIELD'],
    [{ id: crypto.randomUUID() }, 'body.id', 'UNKNOWN_FIELD'],
  ])('with %j is refused by the name of the field', async (more, path, reason) => {
    expect(await send(admin, addThreat, { body: domain(more) })).toMatchObject(refusal(reason, path))
  })
})

const params = (threatId: string) => ({ source: 'Domain', threatId })

describe('a correction', () => {
  test('of a published threat changes the given fields, its title and its search terms, and is recorded', async () => {
    const threat = await newThreat(company, { name: 'misspelt.example' })
    const { status, body } = await send(admin, changeThreat, {
      params: params(threat.id),
      body: {
        severity: 'Critical',
        category: 'Loans',
        fields: { domain_name: 'well-spelt.example', registrar: 'A registrar' },
        version: 1,
      },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      severity: 'Critical',
      category: 'Loans',
      title: 'well-spelt.example',
      registrar: 'A registrar',
      version: 2,
    })
    const found = await send(client, listAllThreats, { query: { searchQuery: 'well-spelt' } })
    expect(found.body.items.map(({ id }) => id)).toEqual([threat.id])
    const [entry] = (await auditOf(threat.id)).slice(-1)
    expect(entry).toMatchObject({
      action: 'threat.corrected',
      by_email: admin.email,
      before: { severity: 3, fields: { domain_name: 'misspelt.example' } },
      after: { severity: 4, fields: { domain_name: 'well-spelt.example', registrar: 'A registrar' } },
    })
    const removed = await send(admin, changeThreat, {
      params: params(threat.id),
      body: { fields: { registrar: null }, version: 2 },
    })
    expect(removed.body).not.toHaveProperty('registrar')
    expect(removed.body.title).toBe('well-spelt.example')
  })

  test('of an unpublished record is for reviewers only; others get 404', async () => {
    const queued = await newThreat(company, { stage: 'queued' })
    const body = { severity: 'Low', version: 1 }
    expect((await send(admin, changeThreat, { params: params(queued.id), body })).status).toBe(404)
    expect((await send(reviewer, changeThreat, { params: params(queued.id), body })).body).toMatchObject({
      severity: 'Low',
      version: 2,
    })
  })

  test('of a stale version, a foreign source, an unknown field or without a title is refused', async () => {
    const threat = await newThreat(company)
    const patch = (body: object, source = 'Domain') =>
      send(admin, changeThreat, { params: { source, threatId: threat.id }, body: { version: 1, ...body } })
    expect(await patch({ severity: 'Low', version: 2 })).toMatchObject(refusal('STALE_VERSION'))
    expect(await patch({ severity: 'Low' }, 'URL')).toMatchObject(refusal('NOT_FOUND'))
    for (const [body, reason, path] of [
      [{ fields: { owner: 'me' } }, 'FIELD_NOT_OF_SOURCE', 'body.fields.owner'],
      [{ fields: { domain_name: null } }, 'TITLE_NEEDED', 'body.fields.domain_name'],
      [{ threatType: 'No such type' }, 'TYPE_NOT_OF_SOURCE', 'body.threatType'],
      [{ status: 'whitelist' }, 'UNKNOWN_FIELD', 'body.status'],
      [{ version: undefined }, 'REQUIRED', 'body.version'],
    ] as const)
      expect(await patch(body)).toMatchObject(refusal(reason, path))
  })
})

const row = (fields: object, more: object = {}) => ({ threatType: 'Phishing site', severity: 'High', fields, ...more })
const many = (rows: object[], more: object = {}) =>
  send(reviewer, addThreats, { body: { company: company.key, source: 'Domain', rows, ...more } as never })

describe('many threats added manually', () => {
  test('are checked without being added: new, known, twice in the list, or refused by the name of a field', async () => {
    const known = await send(admin, addThreat, { body: domain() })
    const rows = [
      row({ domain_name: 'many-one.example' }),
      row({ domain_name: known.body['domain_name'] }),
      row({ domain_name: 'MANY-one.example' }),
      row({ registrar: 'x' }),
      row({ domain_name: 'many-two.example' }, { threatType: 'Mule account' }),
      row({ domain_name: 'many-three.example', Handle: 'x' }),
    ]
    const before = (await send(reviewer, listQueued)).body.total
    const answer = await many(rows, { dryRun: true })
    expect(answer.status).toBe(200)
    expect(answer.body).toMatchObject([
      { state: 'new' },
      { state: 'known', id: known.body.id },
      { state: 'known' },
      { state: 'refused', problem: { field: 'domain_name' } },
      { state: 'refused', problem: { field: 'threatType' } },
      { state: 'refused', problem: { field: 'Handle' } },
    ])
    expect((await send(reviewer, listQueued)).body.total).toBe(before)
  })

  test('are added each for itself, and a second time change nothing', async () => {
    const rows = [row({ domain_name: 'batch-one.example' }), row({}), row({ domain_name: 'batch-two.example' })]
    const added = (await many(rows)).body
    expect(added.map(({ state }) => state)).toEqual(['added', 'refused', 'added'])
    const again = (await many(rows)).body
    expect(again.map(({ state }) => state)).toEqual(['known', 'refused', 'known'])
    expect(again[0]?.id).toBe(added[0]?.id)
    expect((await auditOf(added[0]?.id as string)).map(({ action }) => action)).toEqual(['threat.added'])
  })

  test('are limited to two hundred at once', async () => {
    const rows = Array.from({ length: 201 }, (_, n) => row({ domain_name: `too-many-${n}.example` }))
    expect(await many(rows)).toMatchObject(refusal('LIST_TOO_LONG', 'body.rows'))
    expect((await many(rows.slice(1), { dryRun: true })).status).toBe(200)
    expect(
      (
        await send(client, addThreats, {
          body: { company: company.key, source: 'Domain', rows: rows.slice(0, 1) } as never,
        })
      ).status,
    ).toBe(403)
  })
})
