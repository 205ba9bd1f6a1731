import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fakeImapAccount, startFakeImap, type FakeImap } from '@signet/connectors/test/fake-imap'
import { startFakeMailExchange, type FakeMailExchange } from '@signet/connectors/test/fakenet/fake-mail-exchange'
import { startFakenet, type Fakenet } from '@signet/connectors/test/fakenet/fakenet'
import { answerTo, bounceOf, headOf } from '@signet/connectors/test/fakenet/mail-answers'
import { causeOf } from '@signet/contract/errors/program-errors'
import { required } from '@signet/contract/narrow'
import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { hostOfKill, newKillWorld, type KillWorld } from './kill-world.ts'

/*
 * The only process of an installation is killed at random moments of takedowns: from the request over the notice, the provider's answer and
 * the checks of the target to the end of the monitoring, with notices that are returned and targets that come back. Nothing may be sent
 * twice, lost or skipped, and what is not known must be shown.
 */

/** E.g. `TEST_KILLS=50`; without it, the test is skipped. */
const kills = Number(process.env['TEST_KILLS'] ?? 0)
/** What happens in a case: nothing unusual, its first notice is returned, or its target comes back once. The cases take turns. */
const courses = ['plain', 'returned', 'relapse'] as const
type Course = (typeof courses)[number]
/** The moments are the same in each run. */
const random = randomOf(20_261_123)
const slow = { timeout: 3_600_000 }
const patience = { timeout: 300_000, interval: 100 }

let world: KillWorld
/** The hosts that are taken down. Mails go to a mail server and a mailbox of this test. */
let net: Fakenet
let imap: FakeImap
let exchange: FakeMailExchange
/** By recipient: the Message-ID of each email that the mail server took. */
const received = new Map<string, string[]>()
/** How often a person sent a notice again of which it was not known whether it had arrived. */
const sentAgain = new Map<string, number>()
const courseOf = new Map<string, Course>()
/** The cases whose monitoring may end. */
const mayEnd = new Set<string>()
let steps = 0

beforeAll(async () => {
  ;[net, imap] = await Promise.all([startFakenet(), startFakeImap()])
  for (let n = 0; n <= kills; n += 1) net.setHost(hostOfKill(n), { shows: 'login' })
  exchange = await startFakeMailExchange(
    () => '250 ok',
    (mail) => {
      const head = headOf(mail.message, mail)
      const ids = received.get(mail.to) ?? []
      received.set(mail.to, [...ids, head.messageId])
      if (!mail.to.endsWith('.provider.example')) return
      if (mail.to.startsWith('gone@')) return imap.add(bounceOf(head, new Date()))
      // An automatic reply would not acknowledge the notice.
      const answer = answerTo(head, 'acknowledges', `T-${randomUUID()}`, new Date())
      imap.add(answer.replace(/^Auto-Submitted:.*\r\n/m, ''))
    },
    { confirmsAfterMs: 500 },
  )
  world = await newKillWorld(kills + 1, {
    ...net.environment(),
    // The ports of a local internet are accepted only with the demo.
    SIGNET_DEMO: '1',
    SIGNET_CERTSTREAM_URL: '',
    SIGNET_SMTP_URL: `smtp://127.0.0.1:${exchange.port}`,
    SIGNET_MAIL_FROM: 'Signet <takedowns@signet.example>',
    SIGNET_FEED_ALLOW: imap.address,
  })
  await world.signet.sql(
    `insert into notice_channels (channel, is_on, changed_by_name) values ('hosting', true, 'Test')`,
  )
}, 300_000)
afterAll(async () => {
  await world?.database.close()
  await Promise.all([net?.close(), imap?.close(), exchange?.close()])
})

// Minutes on a busy machine: in `npm run test:all`, or with TEST_KILLS set.
test.skipIf(kills === 0)(
  'a takedown loses, repeats and skips nothing however often the process is killed',
  slow,
  async () => {
    let running = await world.start()
    await putMailbox()
    const over = new AbortController()
    const time = passTime(over.signal)
    const cases: Promise<void>[] = []
    const failures: unknown[] = []
    time.catch((error: unknown) => failures.push(error))
    for (let kill = 0; kill <= kills; kill += 1) {
      const one = takeDown(world.nextThreat(), required(courses[kill % courses.length], 'the course'))
      one.catch((error: unknown) => failures.push(error))
      cases.push(one)
      if (kill === kills) break
      const before = steps
      await sleep(random() * 2_000)
      await expect.poll(() => steps > before || failures.length > 0, patience).toBe(true)
      if (failures.length > 0) throw failures[0]
      running.process.kill('SIGKILL')
      await running.ended
      // Its claims expire after five minutes, which pass here.
      await afterDeadlocks(() => world.signet.sql('update domain_watches set claimed_until = null'))
      running = await world.start()
    }
    // Time that stands still would let the cases wait for ever.
    await Promise.race([Promise.all(cases), time]).finally(() => over.abort())
    await time
    await checkCases()
    expect(await world.run(['audit', 'verify'])).toMatchObject({ code: 0, stderr: '' })
    expect((await running.end('SIGTERM')).code).toBe(0)
  },
)

/** Numbers from 0 to 1 that follow from the seed. Source: the multiplicative generator of Park and Miller, 1988. */
function randomOf(seed: number): () => number {
  let state = seed
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647
}

/**
 * Sends a request until it is answered, with the same key, however often the process is killed.
 *
 * @returns null for a conflict: the record was changed or already is as requested
 */
async function ask<T>(method: string, path: string, body?: object, token = world.staffToken): Promise<T | null> {
  const key = method === 'GET' ? {} : { 'idempotency-key': randomUUID() }
  for (;;) {
    const headers = { authorization: `Bearer ${await token()}`, ...key }
    const content = body && { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) }
    const answer = await world.call(method, `/api/rest${path}`, content ?? { headers })
    if (!answer) {
      await sleep(50)
      continue
    }
    steps += 1
    if (answer.ok) return answer.json() as Promise<T>
    if (answer.status === 409) return null
    throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  }
}

async function putMailbox(): Promise<void> {
  const { user, password, folder } = fakeImapAccount
  const account = { host: '127.0.0.1', port: imap.port, security: 'none', user, folder, password, version: 0 }
  await ask('PUT', '/settings/mailbox', { company: world.companyKey, ...account })
}

const inCompany = () => `?company=${world.companyKey}`

/** One case from its request to its end, by a client, by staff, and by what the product does itself. */
async function takeDown(threatId: string, course: Course): Promise<void> {
  const title = await request(threatId)
  courseOf.set(title, course)
  const [takedown] = await world.signet.sql<{ id: string }>('select id from takedowns where threat_id = $1', [threatId])
  const { id } = required(takedown, 'the takedown')
  const read = async () => required(await ask<TakedownDetail>('GET', `/takedown/${id}${inCompany()}`), 'the case')
  // Its evidence is preserved first.
  await until(async () => (await read()).status !== 'draft')
  const notify = async (recipient: string) => {
    const notice = { way: 'email', channel: 'hosting', recipient, subject: title, text: `Please remove ${title}.` }
    required(await ask('POST', `/takedown/${id}/attempts${inCompany()}`, notice), 'the notice')
  }
  /** In the meantime, a person sends again what may not have arrived. */
  const reaches = (isThere: (found: TakedownDetail) => boolean) =>
    until(async () => {
      const found = await read()
      const lost = found.attempts.find((attempt) => attempt.status === 'unknown')
      if (lost && (await ask('POST', `/takedown/${id}/attempts/${lost.id}/send${inCompany()}`))) {
        sentAgain.set(lost.recipient, (sentAgain.get(lost.recipient) ?? 0) + 1)
      }
      return isThere(found)
    })
  for (const [at, recipient] of recipientsFor(title, course).entries()) {
    if (at > 0) await reaches(({ attempts }) => attempts.some(({ status }) => status === 'bounced'))
    await notify(recipient)
  }
  await reaches(({ status }) => status === 'acknowledged')
  net.setHost(title, { shows: 'suspended' })
  if (course === 'relapse') {
    await reaches(({ status }) => status === 'offline_monitoring')
    net.setHost(title, { shows: 'login' })
    await reaches(({ status, relapses }) => status === 'acknowledged' && relapses === 1)
    net.setHost(title, { shows: 'unresolved' })
  }
  mayEnd.add(id)
  await reaches(({ status }) => status === 'resolved')
}

/** The recipients of a case: the first one, then the next if it returns its notice. */
function recipientsFor(title: string, course: Course): string[] {
  const host = title.replace('.example', '.provider.example')
  return course === 'returned' ? [`gone@${host}`, `abuse@${host}`] : [`abuse@${host}`]
}

/** The client requests the takedown of a threat that look-ups may change at the same time. */
async function request(threatId: string): Promise<string> {
  for (;;) {
    const [threat] = await world.signet.sql<{ title: string; version: number }>(
      'select title, version from threats where id = $1',
      [threatId],
    )
    const { title, version } = required(threat, 'the threat')
    const decision = { action: 'takedown', version }
    if (await ask('POST', `/threats/Domain/${threatId}/triage`, decision, world.accessToken)) return title
  }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(400)
}

/**
 * Again and again, half an hour passes for cases that wait for a check, and the whole monitoring for those in `mayEnd` that are offline.
 * The monitoring of the others has no end.
 */
async function passTime(over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await sleep(500)
    await afterDeadlocks(halfAnHour)
  }
}

const deadlockDetected = '40P01'

/** Repeats a change of rows that the product changes too: of two that wait for each other, PostgreSQL ends one. */
async function afterDeadlocks(change: () => Promise<unknown>): Promise<void> {
  for (;;) {
    try {
      await change()
      return
    } catch (error) {
      if (causeOf(error).code !== deadlockDetected) throw error
    }
  }
}

async function halfAnHour(): Promise<void> {
  await world.signet.sql(
    `with moved as (
      select id, case when status = 'offline_monitoring' and id = any($1) then interval '8 days' else interval '30 minutes' end as by,
        case when id = any($1) then interval '0' else interval '30 minutes' end as kept
      from takedowns
      where not is_demo and status in ('acknowledged', 'offline_monitoring') and id in (select takedown_id from takedown_checks)),
    checks as (update takedown_checks c set at = at - by from moved where c.takedown_id = moved.id),
    periods as (update takedown_periods p set began_at = began_at - by from moved where p.takedown_id = moved.id)
    update takedowns t set updated_at = updated_at - by, watched_until = watched_until - by + kept, reached_at = (
      select jsonb_object_agg(key, to_jsonb((value #>> '{}')::timestamptz - by)) from jsonb_each(reached_at))
    from moved where t.id = moved.id`,
    [[...mayEnd]],
  )
  await world.signet.sql(
    `update domain_watches set next_at = now() where claimed_until is null
       and threat_id in (select threat_id from takedowns where not is_demo and status <> 'resolved')`,
  )
  await world.signet.sql(`update answer_gates set next_at = now()`)
  await world.signet.sql(
    `update domain_answers set expires_at = now() where expires_at > now() and key ~ '^(dns|http) '`,
  )
  await world.signet.sql(`insert into pgboss.job (name, data) select 'observe', '{}'
    where not exists (select from pgboss.job where name = 'observe' and state in ('created', 'retry', 'active'))`)
}

/** What the history of a case must show, whenever the process was killed. */
const untilAcknowledged: TakedownStatus[] = ['draft', 'authorised', 'submitted', 'acknowledged']
const ended: TakedownStatus[] = ['offline_monitoring', 'resolved']
const historyOf: Record<Course, TakedownStatus[]> = {
  plain: [...untilAcknowledged, ...ended],
  returned: [...untilAcknowledged, ...ended],
  relapse: [...untilAcknowledged, 'offline_monitoring', 'reopened', 'submitted', 'acknowledged', ...ended],
}

async function checkCases(): Promise<void> {
  const rows = await world.signet.sql<{ title: string; statuses: string[]; attempts: number; replies: number }>(
    `select t.title, (
         -- Further notices may be proposed after one that was returned; they wait for a person.
         select count(*)::int from takedown_attempts a where a.takedown_id = c.id and purpose in ('request', 'relapse')) as attempts,
       (select count(*)::int from inbound_mails m where m.takedown_id = c.id) as replies,
       array(select p.status from takedown_periods p where p.takedown_id = c.id and p.axis = 'status' order by position) as statuses
     from takedowns c join threats t on t.company_id = c.company_id and t.id = c.threat_id
     where not c.is_demo`,
  )
  expect(rows).toHaveLength(kills + 1)
  const intended = rows.flatMap(({ title }) => recipientsFor(title, required(courseOf.get(title), title)))
  const notified = [...received.keys()].filter((recipient) => !recipient.endsWith('@kill.example'))
  expect(notified.toSorted()).toEqual(intended.toSorted())
  for (const { title, ...row } of rows) {
    const course = required(courseOf.get(title), title)
    const recipients = recipientsFor(title, course)
    const mails = recipients.map((recipient) => received.get(recipient) ?? [])
    expect(row, title).toEqual({
      statuses: historyOf[course],
      attempts: course === 'plain' ? 1 : 2,
      replies: mails.flat().length,
    })
    for (const [at, ids] of mails.entries()) {
      const again = sentAgain.get(recipients[at] ?? '') ?? 0
      const notices = course === 'relapse' ? 2 : 1
      // Only a person sends a notice again, under the same Message-ID.
      expect(new Set(ids).size, title).toBe(notices)
      expect(ids.length, title).toBeLessThanOrEqual(notices + again)
    }
  }
}
