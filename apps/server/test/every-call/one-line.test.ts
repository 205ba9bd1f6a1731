import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { definitions, type RouteName } from '@signet/contract'
import { putAlerts } from '@signet/contract/messages/alerts'
import type { ErrorBody } from '@signet/contract/errors/errors'
import { can, roles, type Role } from '@signet/contract/access/permissions'
import { publishThreat } from '@signet/contract/review/qa'
import type { RouteDefinition } from '@signet/contract/route'
import { addAttempt } from '@signet/contract/takedowns/takedown-work'
import * as wire from '@signet/contract/wire'
import { sendMail } from '../../src/features/mail/send-mail.job.ts'
import { deliver } from '../../src/features/mail/deliver.ts'
import { openLog } from '../../src/log.ts'
import { addCase } from '../case-records.ts'
import { newCompany, newThreat, newUser, send, useWorld, type TestCompany, type TestUser } from '../harness.ts'
import { recordMakers } from './every-example.ts'
import { openFakeSmtp } from '../outside/smtp-server.ts'

const world = useWorld()

/** Characters that end a line, begin another header, or change the reading direction. */
const corpus = {
  'CR LF': 'a\r\nBcc: x@evil.example',
  LF: 'a\nb',
  CR: 'a\rb',
  'line separator': 'a\u2028b',
  'paragraph separator': 'a\u2029b',
  'next line': 'a\u0085b',
  NUL: 'a\0b',
  tab: 'a\tb',
  'vertical tab': 'a\u000Bb',
  escape: 'a\u001B[2Jb',
  delete: 'a\u007Fb',
  'direction override': 'a\u202Eb',
  'direction isolate': 'a\u2066b',
}
/** Text that looks similar but is harmless. */
const harmless = ['a%0d%0aBcc: x', 'a\\r\\nb', 'é – 名 – שם\u200F – 👩\u200D💻', '=1+1']

/** Names of multi-line texts, or their whole paths. */
const severalLines = new Set([
  'text',
  'body',
  'note',
  'reason',
  'answer',
  'summary',
  'content',
  'Description',
  'idpCert',
  'explanation',
  'intro.en',
  'intro.de',
  'feeds',
])
/** Values that are looked up, compared or validated by their own rule, and aren't used in their original form. */
const checkedOtherwise =
  /^(?:.*\.)?(?:company|companies|adminCompanies|pageRoute|homeRoute|timeZone|locale|period|password|current|next|code|totp|transports|authenticatorAttachment|#key|searchQuery|searchField|fromDate|toDate|names|keys\.\*|filters\.\*|fields\.\*|fields\.\*\.\*|(?:filter\.\w+))$/

interface Json {
  [key: string]: unknown
  type?: string
  pattern?: string
  properties?: Record<string, Json>
  items?: Json
  additionalProperties?: Json | boolean
  propertyNames?: Json
  $ref?: string
  $defs?: Record<string, Json>
  anyOf?: Json[]
  oneOf?: Json[]
}
const schemaOf = (schema: unknown) =>
  z.toJSONSchema(schema as z.ZodMiniType, { io: 'output', unrepresentable: 'any' }) as Json
const linePattern = schemaOf(wire.oneLine(1)).pattern as string

/** Every text of a body, by its path: `rules[].name`. */
function* textsOf(root: Json, node: Json = root, at = ''): Generator<{ at: string; isLine: boolean; isFree: boolean }> {
  if (node.$ref) yield* textsOf(root, root.$defs?.[node.$ref.split('/').at(-1) ?? ''] ?? {}, at)
  for (const one of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) yield* textsOf(root, one, at)
  if (node.type === 'string') {
    // If there are several patterns, they are in `allOf`.
    const patterns = [node.pattern, ...((node['allOf'] as Json[] | undefined) ?? []).map(({ pattern }) => pattern)]
    const isLine = patterns.includes(linePattern)
    const isFree =
      !isLine && patterns[0] === undefined && !node['format'] && !node['enum'] && node['const'] === undefined
    yield { at, isLine, isFree }
  }
  if (node.items) yield* textsOf(root, node.items, `${at}[]`)
  const below = (key: string) => (at === '' ? key : `${at}.${key}`)
  for (const [key, inner] of Object.entries(node.properties ?? {})) yield* textsOf(root, inner, below(key))
  if (typeof node.additionalProperties === 'object') yield* textsOf(root, node.additionalProperties, below('*'))
  if (node.propertyNames) yield* textsOf(root, node.propertyNames, below('#key'))
}

const bodies = (Object.entries(definitions) as [RouteName, RouteDefinition][])
  .filter(([, { body }]) => body !== undefined)
  .map(([name, { body }]) => ({ name, texts: [...textsOf(schemaOf(body))] }))

let company: TestCompany
let users: Record<Role, TestUser>

beforeAll(async () => {
  company = await newCompany({ modules: { touts: true, leaks: true, news: true, kmp: true } })
  const made = roles.map(async (role) => [role, await newUser(role, company)] as const)
  users = Object.fromEntries(await Promise.all(made)) as Record<Role, TestUser>
})

/** The first value of each path parameter that has a list of values. */
const firstChoices = ({ params }: RouteDefinition) =>
  Object.fromEntries(
    Object.entries(params ? (schemaOf(params).properties ?? {}) : {}).flatMap(([key, schema]) =>
      Array.isArray(schema['enum']) ? [[key, String(schema['enum'][0])]] : [],
    ),
  )

/** A body with one field: `rules[].name` makes `{ rules: [{ name }] }`. */
function bodyWith(at: string, value: string): unknown {
  const [head = '', ...rest] = at.split('.')
  const [, key = '', isList] = /^(.*?)(\[\])?$/.exec(head) ?? []
  const inner = rest.length > 0 ? bodyWith(rest.join('.'), value) : value
  return { [key]: isList ? [inner] : inner }
}
const detailPath = (at: string) => `body.${at.replaceAll('[]', '.0')}`

/** Single-line fields by route: everything that may become part of a header, a file name or a line of text. */
const oneLineFields = bodies
  .map(({ name, texts }) => ({ name, fields: [...new Set(texts.filter(({ isLine }) => isLine).map(({ at }) => at))] }))
  .filter(({ fields }) => fields.length > 0)

test('texts of the contract of any length are of several lines by their names, or checked by a rule of their own', () => {
  const undecided = bodies.flatMap(({ name, texts }) =>
    texts
      .filter(({ isFree }) => isFree)
      .map(({ at }) => at.replaceAll('[]', ''))
      .filter((at) => ![at, at.split('.').at(-1) ?? ''].some((field) => severalLines.has(field)))
      .filter((at) => !checkedOtherwise.test(at))
      .map((at) => `${name}: ${at}`),
  )
  expect(undecided).toEqual([])
  expect(oneLineFields.length).toBeGreaterThanOrEqual(38)
})

describe.each(oneLineFields)('$name', ({ name, fields }) => {
  const route = definitions[name]

  test.each(fields)('refuses line breaks and control characters in %s by its name', async (at) => {
    const role = roles.find((one) => route.access !== 'PUBLIC' && can(one, route.access)) as Role
    const ask = (value: string) =>
      send(users[role], route, {
        params: { ...firstChoices(route), company: company.key },
        body: bodyWith(at, value) as object,
      })
    for (const [kind, value] of Object.entries(corpus)) {
      const { status, body } = await ask(value)
      expect(status, kind).toBe(400)
      expect(body.details, kind).toContainEqual(
        expect.objectContaining({ path: detailPath(at), reason: kind === 'NUL' ? 'TEXT_NOT_CLEAN' : 'NOT_ONE_LINE' }),
      )
    }
    for (const value of harmless) {
      const { body } = await ask(value)
      expect(
        ((body as Partial<ErrorBody> | undefined)?.details ?? []).filter(({ reason }) => reason === 'NOT_ONE_LINE'),
      ).toEqual([])
    }
  })
})

test('a break around a line is taken off', async () => {
  const takedownId = await addCase(company, 'takedowns', 'x')
  const answer = await send(users.admin, addAttempt, {
    params: { takedownId },
    body: { way: 'form', channel: 'registrar', recipient: '\r\n the abuse desk \n' },
  })
  expect(answer.body.attempts[0]?.recipient).toBe('the abuse desk')
})

describe('a threat with a hostile title', () => {
  const hostile = Object.values(corpus).filter((text) => !text.includes('\0'))

  test('is in one subject line and one line of text in emails', async () => {
    const own = await newCompany()
    const [client, qa] = [await newUser('client', own), await newUser('qa', own)]
    const rule = { name: 'All', sources: [], severities: [], channels: ['mail' as const] }
    await send(client, putAlerts, { body: { rules: [rule], recipients: ['soc@bank.example'], version: 0 } })
    const server = await openFakeSmtp()
    const target = { host: '127.0.0.1', port: server.port, isSecure: false, user: '', password: '' }
    const mailer = {
      from: { name: 'Signet', address: 'signet@sender.example' },
      origin: 'https://portal.test',
      deliver: (mail: Parameters<typeof deliver>[1]) => deliver(target, mail),
    }
    for (const title of hostile) {
      const threat = await newThreat(own, { stage: 'queued', name: `${randomUUID()} ${title}` })
      const published = await send(qa, publishThreat, { params: { threatId: threat.id }, body: { version: 1 } })
      expect(published.status).toBe(200)
    }
    const { rows } = await world().database.pool.query<{ id: string; text: string }>(
      'select id, text from mails where company_id = $1',
      [own.id],
    )
    expect(rows).toHaveLength(hostile.length)
    for (const { id, text } of rows) {
      await sendMail(
        {
          ...world(),
          mailer,
          mailSettled: async () => {},
          mailRefusal: () => Promise.resolve(null),
          log: openLog('silent'),
        },
        { companyId: own.id, mailId: id },
      )
      // The heading, one line for the threat, the link, and the footer: no part of the title is on a line of its own.
      expect(text).not.toMatch(/^(?:Bcc|b)\b/m)
    }
    expect(server.messages).toHaveLength(hostile.length)
    for (const message of server.messages) {
      const [head = ''] = message.split('\r\n\r\n', 1)
      // A header that continues on the next line begins with a space there.
      const names = head
        .replaceAll(/\r\n[ \t]+/g, ' ')
        .split('\r\n')
        .map((line) => line.split(':', 1)[0]?.toLowerCase())
      expect(names.filter((name) => name === 'subject')).toHaveLength(1)
      expect(names.filter((name) => name === 'bcc' || name === 'cc')).toEqual([])
      expect(new Set(names).size).toBe(names.length)
    }
    await server.close()
  })
})

function insertMail(more: Record<string, string>) {
  const columns = { template: 'x', to_name: 'n', to_address: 'a@b.example', subject: 'x', text: 'x', ...more }
  const places = Object.keys(columns).map((_, index) => `$${index + 2}`)
  return world().database.pool.query(
    `insert into mails (company_id, id, ${Object.keys(columns).join(', ')}) values ($1, gen_random_uuid(), ${places.join(', ')})`,
    [company.id, ...Object.values(columns)],
  )
}

describe('the database', () => {
  test('rejects line breaks and control characters in everything that gets into a header', async () => {
    const { pool } = world().database
    const takedownId = await addCase(company, 'takedowns', 'x')
    for (const [kind, value] of Object.entries(corpus)) {
      // PostgreSQL doesn't accept NUL at all.
      const error = kind === 'NUL' ? /invalid byte sequence/ : /one_line/
      for (const column of ['subject', 'to_name', 'to_address', 'from_name', 'from_address'])
        await expect(insertMail({ [column]: value }), column).rejects.toThrow(error)
      await expect(recordMakers['attemptId']?.(company, value)).rejects.toThrow(error)
      const put = (text: string, values: unknown[]) => pool.query(text, values)
      await expect(put('update takedowns set reference = $1 where id = $2', [value, takedownId])).rejects.toThrow(error)
      await expect(put('update users set name = $1 where id = $2', [value, users.qa.id])).rejects.toThrow(error)
      await expect(
        put(
          `insert into email_sendings (id, template, subject, body, audience, by_name)
           values (gen_random_uuid(), 'message', $1, 'x', '{}', 'x')`,
          [value],
        ),
      ).rejects.toThrow(error)
      await expect(
        put(
          `insert into announcements (id, audience, title, body, from_at, channels, by_name)
           values (gen_random_uuid(), '{}', $1, 'x', now(), '{bell}', 'x')`,
          [value],
        ),
      ).rejects.toThrow(error)
    }
    for (const value of harmless) await insertMail({ subject: value })
  })
})
