import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeDns, type FakeDns } from '@signet/connectors/test/fake-dns'
import { fakeImapAccount, startFakeImap, type FakeImap } from '@signet/connectors/test/fake-imap'
import { startFakeMailExchange, type FakeMailExchange } from '@signet/connectors/test/fakenet/fake-mail-exchange'
import { answerTo, headOf } from '@signet/connectors/test/fakenet/mail-answers'
import { required } from '@signet/contract/narrow'
import type { Takedown } from '@signet/contract/takedowns/takedowns'
import { newKillWorld, type KillWorld } from './kill-world.ts'

/*
 * The only process of an installation is killed at random moments of takedowns: from the request over the notice, the provider's answer and
 * the checks of the target to the end of the monitoring. Nothing may be sent twice, lost or skipped, and what is not known must be shown.
 */

/** E.g. `TEST_KILLS=50`; without it, the test is skipped. */
const kills = Number(process.env['TEST_KILLS'] ?? 0)
const casesPerRound = 2
/** The moments are the same in each run. */
const random = randomOf(20_261_123)
const slow = { timeout: 3_600_000 }
const patience = { timeout: 300_000, interval: 100 }

let world: KillWorld
let dns: FakeDns
let imap: FakeImap
let exchange: FakeMailExchange
/** By recipient: the Message-ID of each email that the mail server took. */
const received = new Map<string, string[]>()
/** How often a person sent a notice again of which it was not known whether it had arrived. */
const sentAgain = new Map<string, number>()
let steps = 0

beforeAll(async () => {
  ;[dns, imap] = await Promise.all([startFakeDns(), startFakeImap()])
  exchange = await startFakeMailExchange(
    () => '250 ok',
    (mail) => {
      const head = headOf(mail.message, mail)
      const ids = received.get(mail.to) ?? []
      received.set(mail.to, [...ids, head.messageId])
      if (!mail.to.endsWith('.provider.example')) return
      // An automatic reply would not acknowledge the notice.
      const answer = answerTo(head, 'acknowledges', `T-${randomUUID()}`, new Date())
      imap.add(answer.replace(/^Auto-Submitted:.*\r\n/m, ''))
    },
  )
  world = await newKillWorld((kills + 1) * casesPerRound, {
    SIGNET_ENRICH: '1',
    SIGNET_DNS_SERVERS: dns.address,
    SIGNET_RDAP_BOOTSTRAP: 'https://registry.invalid/dns.json',
    SIGNET_WHOIS_ROOT: 'whois.root.invalid',
    SIGNET_CAPTURE_SCORE: '101',
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
  await Promise.all([dns?.close(), imap?.close(), exchange?.close()])
})

// A minute on a busy machine: in `npm run test:all`, or with TEST_KILLS set.
test.skipIf(kills === 0)(
  'a takedown loses, repeats and skips nothing however often the process is killed',
  slow,
  async () => {
    let running = await world.start()
    await putMailbox()
    const over = new AbortController()
    const time = passTime(over.signal)
    const cases: Promise<void>[] = []
    for (let kill = 0; kill <= kills; kill += 1) {
      for (let n = 0; n < casesPerRound; n += 1) cases.push(takeDown(world.nextThreat()))
      // Its failure is reported when it is awaited.
      for (const one of cases) one.catch(() => {})
      if (kill === kills) break
      const before = steps
      await sleep(random() * 2_000)
      await expect.poll(() => steps, patience).toBeGreaterThan(before)
      running.process.kill('SIGKILL')
      await running.ended
      // Its claims expire after five minutes, which pass here.
      await world.signet.sql('update domain_watches set claimed_until = null')
      running = await world.start()
    }
    await Promise.all(cases).finally(() => over.abort())
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
async function takeDown(threatId: string): Promise<void> {
  const title = await request(threatId)
  const [takedown] = await world.signet.sql<{ id: string }>('select id from takedowns where threat_id = $1', [threatId])
  const { id } = required(takedown, 'the takedown')
  const read = async () => required(await ask<Takedown>('GET', `/takedown/${id}${inCompany()}`), 'the case')
  // Its evidence is preserved first.
  await until(async () => (await read()).status !== 'draft')
  const recipient = recipientFor(title)
  const notice = { way: 'email', channel: 'hosting', recipient, subject: title, text: `Please remove ${title}.` }
  required(await ask('POST', `/takedown/${id}/attempts${inCompany()}`, notice), 'the notice')
  await until(async () => {
    const { status, attempts } = await read()
    const lost = attempts.find((attempt) => attempt.status === 'unknown')
    if (lost && (await ask('POST', `/takedown/${id}/attempts/${lost.id}/send${inCompany()}`))) {
      sentAgain.set(recipient, (sentAgain.get(recipient) ?? 0) + 1)
    }
    return status === 'acknowledged'
  })
  dns.remove(title)
  await until(async () => (await read()).status === 'resolved')
}

const recipientFor = (title: string) => `abuse@${title.replace('.example', '')}.provider.example`

/** The client requests the takedown of a threat that lookups may change at the same time. */
async function request(threatId: string): Promise<string> {
  for (;;) {
    const [threat] = await world.signet.sql<{ title: string; version: number }>(
      'select title, version from threats where id = $1',
      [threatId],
    )
    const { title, version } = required(threat, 'the threat')
    dns.set(title, { a: ['192.0.2.1'] })
    const decision = { action: 'takedown', version }
    if (await ask('POST', `/threats/Domain/${threatId}/triage`, decision, world.accessToken)) return title
  }
}

async function until(isDone: () => Promise<boolean>): Promise<void> {
  while (!(await isDone())) await sleep(200)
}

/** Again and again, half an hour passes for cases that wait for a check, and the whole monitoring for those that are offline. */
async function passTime(over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await sleep(300)
    await world.signet.sql(`
      with moved as (
        select id, case status when 'offline_monitoring' then interval '8 days' else interval '30 minutes' end as by
        from takedowns where status in ('acknowledged', 'offline_monitoring') and id in (select takedown_id from takedown_checks)),
      checks as (update takedown_checks c set at = at - by from moved where c.takedown_id = moved.id),
      periods as (update takedown_periods p set began_at = began_at - by from moved where p.takedown_id = moved.id)
      update takedowns t set updated_at = updated_at - by, watched_until = watched_until - by, reached_at = (
        select jsonb_object_agg(key, to_jsonb((value #>> '{}')::timestamptz - by)) from jsonb_each(reached_at))
      from moved where t.id = moved.id`)
    await world.signet.sql(`update domain_watches set next_at = now() where claimed_until is null`)
    await world.signet.sql(`update lookup_gates set next_at = now()`)
    await world.signet.sql(`insert into pgboss.job (name, data) select 'observe', '{}'
      where not exists (select from pgboss.job where name = 'observe' and state in ('created', 'retry', 'active'))`)
  }
}

async function checkCases(): Promise<void> {
  const rows = await world.signet.sql<{ title: string; statuses: string[]; attempts: number; replies: number }>(
    `select t.title, (select count(*)::int from takedown_attempts a where a.takedown_id = c.id) as attempts,
       (select count(*)::int from inbound_mails m where m.takedown_id = c.id) as replies,
       array(select p.status from takedown_periods p where p.takedown_id = c.id and p.axis = 'status' order by position) as statuses
     from takedowns c join threats t on t.company_id = c.company_id and t.id = c.threat_id`,
  )
  expect(rows).toHaveLength((kills + 1) * casesPerRound)
  for (const { title, ...row } of rows) {
    const ids = received.get(recipientFor(title)) ?? []
    const again = sentAgain.get(recipientFor(title)) ?? 0
    expect(row, title).toEqual({
      statuses: ['draft', 'authorised', 'submitted', 'acknowledged', 'offline_monitoring', 'resolved'],
      attempts: 1,
      replies: ids.length,
    })
    // Only a person sends a notice again, under the same Message-ID.
    expect(ids.length, title).toBeGreaterThan(0)
    expect(ids.length, title).toBeLessThanOrEqual(1 + again)
    expect(new Set(ids).size, title).toBe(1)
  }
}
