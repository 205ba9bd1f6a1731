import { afterEach, expect, test } from 'vitest'
import {
  changeNoticeLetter,
  getNoticeLetter,
  letterMax,
  listNoticeLetters,
  previewNoticeLetter,
  resetNoticeLetter,
} from '@signet/contract/takedowns/notice-letters'
import type { BodyOf, ParamsOf } from '@signet/contract/route'
import { putRights } from '@signet/contract/companies/rights'
import { addAttempt, draftNotice, getNotice } from '@signet/contract/takedowns/takedown-work'
import { getTakedown } from '@signet/contract/takedowns/takedowns'
import { decideThreat } from '@signet/contract/threats/threats'
import { newCompany, newThreat, newUser, send, useWorld } from '../../../../test/harness.ts'

const world = useWorld()
afterEach(() => world().database.pool.query('delete from notice_letters'))

const params: ParamsOf<typeof getNoticeLetter> = { kind: 'request', channel: 'registrar', language: 'en' }
const letter = { subject: 'Phishing {reference}', text: 'To the desk:\n\n{company} asks you to suspend {address}.' }

async function createFixture({ name }: { name?: string } = {}) {
  const company = await newCompany()
  const [client, staff] = [await newUser('client', company), await newUser('subAdmin', company)]
  const query = { company: company.key }
  const threat = await newThreat(company, { severity: 4, ...(name === undefined ? {} : { name }) })
  const { body } = await send(client, decideThreat, {
    params: { source: threat.source, threatId: threat.id },
    body: { action: 'takedown', version: 1 },
  })
  const takedownId = body.takedown?.id ?? expect.fail('no takedown')
  const change = (changed: BodyOf<typeof changeNoticeLetter>, of = params) =>
    send(staff, changeNoticeLetter, { params: of, query, body: changed })
  const preview = (unsaved: BodyOf<typeof previewNoticeLetter>, of = params) =>
    send(staff, previewNoticeLetter, { params: of, query, body: unsaved })
  const get = (of = params) => send(staff, getNoticeLetter, { params: of, query })
  const draft = async (language: 'en' | 'de' = 'en') => {
    const answer = await send(staff, draftNotice, {
      params: { takedownId },
      query: { ...query, channel: 'registrar', language },
    })
    return answer.body
  }
  return { company, client, staff, query, threat, takedownId, change, preview, get, draft }
}

test('a notice that is written after a change contains the changed letter, and one that was written keeps its text', async () => {
  const { client, staff, query, takedownId, change, draft } = await createFixture()
  const write = async () => {
    const { subject, text } = await draft()
    const added = await send(staff, addAttempt, {
      params: { takedownId },
      query,
      body: { way: 'email', channel: 'registrar', recipient: 'abuse@registrar.example', subject, text },
    })
    return added.body.attempts.at(-1)?.id ?? expect.fail('no attempt')
  }
  const read = async (attemptId: string) => (await send(client, getNotice, { params: { takedownId, attemptId } })).body
  const first = await write()
  const before = await read(first)
  expect(before.text).toContain('On behalf of Company')

  expect((await change({ ...letter, version: 0 })).status).toBe(200)
  const second = await read(await write())
  expect(second.subject).toBe(`Phishing ${takedownId.slice(0, 8)}`)
  expect(second.text).toMatch(/^To the desk:\n\nCompany .* asks you to suspend http:\/\/.*\.$/)
  expect(await read(first)).toEqual(before)
  expect((await draft('de')).text).toContain('Sehr geehrte')
})

test('a changed letter says who changed it, is the same for every company, and goes back to the built-in one', async () => {
  const { staff, query, change, get } = await createFixture()
  const builtIn = (await get()).body
  expect(builtIn).toMatchObject({ isBuiltIn: true, changed: null, version: 0, text: builtIn.builtIn.text })

  const changed = (await change({ ...letter, version: 0 })).body
  expect(changed).toMatchObject({ ...letter, isBuiltIn: false, version: 1, builtIn: builtIn.builtIn })
  expect(changed.changed?.by).toMatch(/^User \d+$/)
  const other = await createFixture()
  expect((await other.get()).body).toEqual({ ...changed, placeholders: expect.any(Array) as unknown[] })
  const { body: all } = await send(other.staff, listNoticeLetters, { query: other.query })
  expect(all.filter(({ isBuiltIn }) => !isBuiltIn)).toMatchObject([params])
  expect(all).toHaveLength(3 * 9 * 2 + 3 * 2)

  const reset = { params, query, body: { version: 1 } }
  expect((await send(staff, resetNoticeLetter, reset)).body).toMatchObject({
    ...builtIn,
    changed: { by: changed.changed?.by },
    version: 2,
    placeholders: expect.any(Array) as unknown[],
  })
  expect(await send(staff, resetNoticeLetter, reset)).toMatchObject({ status: 409, body: { reason: 'STALE_VERSION' } })
})

test('of two changes of the same version one is refused, also the first ever and after going back', async () => {
  const { staff, query, change } = await createFixture()
  for (const version of [0, 1]) {
    const answers = await Promise.all(
      ['a', 'b'].map((word) => change({ ...letter, subject: `${word} {reference}`, version })),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '409'])
  }
  await send(staff, resetNoticeLetter, { params, query, body: { version: 2 } })
  for (const version of [0, 1, 2]) {
    expect(await change({ ...letter, version })).toMatchObject({ status: 409, body: { reason: 'STALE_VERSION' } })
  }
  expect((await change({ ...letter, version: 3 })).body.version).toBe(4)
})

test('each change is recorded in the audit with both texts, and a refused one is not', async () => {
  const { company, staff, query, change } = await createFixture()
  await change({ ...letter, version: 0 })
  await change({ ...letter, text: 'Broken {', version: 1 })
  await change({ ...letter, version: 7 })
  await send(staff, resetNoticeLetter, { params, query, body: { version: 1 } })
  const { rows } = await world().database.pool.query<{ action: string; before: object; after: object }>(
    `select action, before, after from audit where company_id = $1 and target_type = 'noticeLetter' order by at, id`,
    [company.id],
  )
  const none = { ...params, subject: null, text: null }
  expect(rows).toEqual([
    { action: 'noticeLetter.changed', before: none, after: { ...params, ...letter } },
    { action: 'noticeLetter.reset', before: { ...params, ...letter }, after: none },
  ])
})

test.each([
  [{ text: 'Please act on {address}, {company}, {amount}' }, 'text', 'UNKNOWN_PLACEHOLDER', { placeholder: 'amount' }],
  [{ subject: '{reference} {earlier}' }, 'subject', 'UNKNOWN_PLACEHOLDER', { placeholder: 'earlier' }],
  [{ text: 'Please remove it. {company}' }, 'text', 'MISSING_PLACEHOLDER', { placeholder: 'address' }],
  [{ subject: 'Abuse report' }, 'subject', 'MISSING_PLACEHOLDER', { placeholder: 'reference' }],
  [{ text: '{address}\n{company' }, 'text', 'LETTER_SYNTAX', { line: 2, column: 9 }],
  [
    { text: '{address} {company} {lastSeen, date}' },
    'text',
    'PLACEHOLDER_FORMAT',
    { placeholder: 'lastSeen', format: 'date' },
  ],
  [{ subject: '{reference}\r\nBcc: x@evil.example' }, 'subject', 'NOT_ONE_LINE', {}],
  [{ subject: '{reference}\u202Egnp' }, 'subject', 'NOT_ONE_LINE', {}],
  [{ subject: '{reference}\u0007' }, 'subject', 'NOT_ONE_LINE', {}],
  [{ subject: `{reference}${'x'.repeat(letterMax.subject)}` }, 'subject', 'TEXT_TOO_LONG', { max: letterMax.subject }],
  [{ text: 'x'.repeat(letterMax.text + 1) }, 'text', 'TEXT_TOO_LONG', { max: letterMax.text }],
  [{ subject: undefined }, 'subject', 'REQUIRED', {}],
  [{ text: '' }, 'text', 'TEXT_TOO_SHORT', { min: 1 }],
])(
  'a letter with %j is refused with its field and reason, also by the preview',
  async (wrong, field, reason, parameters) => {
    const { change, preview, get } = await createFixture()
    const refusal = { status: 400, body: { details: [{ path: `body.${field}`, reason, parameters }] } }
    expect(await change({ ...letter, ...wrong, version: 0 })).toMatchObject(refusal)
    expect(await preview({ ...letter, ...wrong })).toMatchObject(refusal)
    expect((await get()).body.version).toBe(0)
  },
)

test('a letter that answers an earlier email has no subject of its own, and an escalation only goes to contacts above others', async () => {
  const { change, get } = await createFixture()
  const reminder = { ...params, kind: 'reminder' } as const
  const text = 'On {reported} we wrote to you about {address}.'
  expect(await change({ subject: 'Again {reference}', text, version: 0 }, reminder)).toMatchObject({
    status: 400,
    body: { details: [{ path: 'body.subject', reason: 'UNKNOWN_FIELD' }] },
  })
  expect((await change({ text, version: 0 }, reminder)).body).toMatchObject({ subject: null, text })
  expect((await get({ ...params, kind: 'escalation' })).status).toBe(404)
  expect((await get({ ...params, kind: 'escalation', channel: 'registry' })).status).toBe(200)
})

test('every placeholder of a letter is explained by an example, with which the preview is filled', async () => {
  const { preview, get } = await createFixture()
  for (const kind of ['request', 'relapse', 'reminder', 'escalation'] as const) {
    const of = { ...params, kind, channel: 'hosting', language: 'de' } as const
    const { placeholders, subject, text } = (await get(of)).body
    for (const { example } of placeholders) expect(example).not.toBe('')
    const every = placeholders.map(({ name }) => `${name}: {${name}}`).join('\n')
    const filled = await preview({ ...(subject === null ? {} : { subject }), text: every }, of)
    for (const { name, example } of placeholders) expect(filled.body.text).toContain(`${name}: ${example}`)
    const builtIn = (await preview({ ...(subject === null ? {} : { subject }), text }, of)).body
    expect(builtIn.text).toMatch(/^Sehr geehrte Damen und Herren,\n\n/)
    expect(builtIn.text).not.toMatch(/[{}]|\n{3}/)
    expect(builtIn.subject).toMatch(subject === null ? /^Re: Missbrauchsmeldung: / : /^Missbrauchsmeldung: /)
  }
})

test('the preview with a case is the draft of its notice, whatever the names in it', async () => {
  const names = [
    '{company}',
    "'{'facts'}'",
    '{brand, select, none {} other {x}}',
    '<b>\\u000d\\u000aBcc: x@evil.example</b>',
  ]
  for (const name of names) {
    const { company, staff, query, threat, takedownId, change, preview, draft } = await createFixture()
    await world().database.pool.query(`update threats set title = $3 where company_id = $1 and id = $2`, [
      company.id,
      threat.id,
      name,
    ])
    const client = await newUser('client', company)
    await send(client, putRights, {
      query,
      body: {
        legalName: name,
        postalAddress: '',
        phone: '',
        signatory: name,
        signatoryTitle: '',
        email: '',
        accounts: [],
        trademarks: [{ name, number: '1', office: 'EUIPO', classes: [], expiresOn: null }],
        version: 0,
      },
    })
    const text = '{title}\n{signatory, select, none {unsigned} other {signed {signatory}}}\n{facts} {company} {address}'
    const { body } = await preview({ subject: '{title} {reference}', text, takedownId })
    expect(body.subject).toBe(`${name} ${takedownId.slice(0, 8)}`)
    expect(body.text.split('\n').slice(0, 2)).toEqual([name, `signed ${name}`])
    expect(body.text).toContain(`Trademark: ${name}, EUIPO 1\n`)
    const { version } = (await send(staff, getNoticeLetter, { params, query })).body
    await change({ subject: '{title} {reference}', text, version })
    expect(await draft()).toMatchObject(body)
    expect((await send(client, getTakedown, { params: { takedownId } })).body.title).toBe(name)
  }
})

test("a preview doesn't show a case of another company", async () => {
  const { preview } = await createFixture()
  const foreign = await createFixture()
  expect(await preview({ ...letter, takedownId: foreign.takedownId })).toMatchObject({
    status: 404,
    body: { reason: 'NOT_FOUND' },
  })
})

test('a letter of values without end stays within the limit of a notice', async () => {
  const { preview } = await createFixture()
  const text = `{address} {company}${'{facts}'.repeat(1000)}`
  expect((await preview({ ...letter, text })).body.text.length).toBe(letterMax.filled)
})
