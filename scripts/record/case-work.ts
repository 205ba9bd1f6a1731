import { randomUUID } from 'node:crypto'
import { required } from '@signet/contract/narrow'
import type { HttpFacts } from '@signet/contract/threats/observations'
import type { AttemptChannel } from '@signet/contract/takedowns/attempts'
import type { TakedownStatus } from '@signet/contract/takedowns/takedown-status'
import type { TakedownDetail } from '@signet/contract/takedowns/takedowns'
import { channelOfRole, type CaseContact, type ContactRole } from '@signet/contract/takedowns/abuse-contacts'
import { dayMs, hourMs, minuteMs, secondMs } from '@signet/contract/time'
import { answerTo, bounceOf, headOf, type AnswerKind } from '@signet/connectors/test/fakenet/mail-answers'
import type { DemoThreat, TakedownOrder } from '../../apps/demo/src/demo-data.ts'
import type { Random } from '../../apps/demo/src/random.ts'
import type { Actor, CompanyRef, Context } from '../../apps/server/src/app/context.ts'
import type { Enqueue } from '../../apps/server/src/app/jobs.ts'
import type { Mailer, OutgoingMail } from '../../apps/server/src/app/mailer.ts'
import type { Database, Tx } from '../../apps/server/src/db/database.ts'
import { preserveEvidenceJob } from '../../apps/server/src/features/cases/cases.jobs.ts'
import { findTakedown } from '../../apps/server/src/features/cases/takedowns.queries.ts'
import { decideThreats } from '../../apps/server/src/features/decisions/decide-threats.ts'
import { sortMailJob } from '../../apps/server/src/features/inbound-mail/inbound-mail.jobs.ts'
import { receiveMail } from '../../apps/server/src/features/inbound-mail/receive-mail.ts'
import { prepareMailJob, sendMailJob } from '../../apps/server/src/features/mail/mail.jobs.ts'
import { sendMail } from '../../apps/server/src/features/mail/send-mail.job.ts'
import { noticeTemplate } from '../../apps/server/src/features/mail/queue-mail.ts'
import { authoriseTakedown, moveTakedown } from '../../apps/server/src/features/takedowns/move-takedown.ts'
import { contactsOfCase } from '../../apps/server/src/features/takedowns/contacts/case-contacts.ts'
import { followTakedown } from '../../apps/server/src/features/takedowns/following/follow-takedown.ts'
import { takeNextSteps } from '../../apps/server/src/features/takedowns/following/take-next-step.job.ts'
import { attachEvidence } from '../../apps/server/src/features/takedowns/notices/attach-evidence.ts'
import { addAttempt, changeAttempt, sendAttempt } from '../../apps/server/src/features/takedowns/notices/attempts.ts'
import { noticeRefusal, noticeSettled } from '../../apps/server/src/features/takedowns/notices/notice-settled.ts'
import { draftNotice } from '../../apps/server/src/features/takedowns/notices/write-notice.ts'
import { preserveEvidence } from '../../apps/server/src/features/takedowns/packs/preserve-evidence.job.ts'
import { sortMail } from '../../apps/server/src/features/takedowns/replies/sort-mail.job.ts'
import { publishedScope } from '../../apps/server/src/features/threats/list/threat-filter.queries.ts'
import { lockThreats } from '../../apps/server/src/features/threats/threats.queries.ts'
import { takedownOf } from '../../apps/server/src/features/takedowns/takedown-detail.ts'
import type { FileStore } from '../../apps/server/src/files/file-store.ts'
import { localFileStore } from '../../apps/server/src/files/local-file-store.ts'
import { openLog } from '../../apps/server/src/log.ts'
import type { Secrets } from '../../apps/server/src/app/secrets.ts'
import { Agenda } from './agenda.ts'
import type { RecordedTime } from './recorded-time.ts'

/** What visitors find at the address of a target. */
export type Shown = 'page' | 'parked' | 'missing' | 'suspended' | 'unresolved' | 'cloaked'

/** One answer of a provider to a notice. */
export interface Reply {
  kind: AnswerKind | 'bounces'
  afterMs: number
}

/** A case of the script. */
export interface Case {
  company: CompanyRef
  order: TakedownOrder
  threat: DemoThreat
  /** Null if the target has no name that is looked up. */
  host: string | null
  random: Random
  ids: Random
  requester: Actor
  client: Actor
  officer: Actor
  shown: Shown
  /** What a provider answers to a notice; `place` counts the notices to it. */
  answers: (channel: AttemptChannel, place: number) => readonly Reply[]
  /** After a request. */
  takedownId: string
  nextLookAt: number
  stepAt: number
  caseNumbers: Map<string, string>
}

const sender = { name: 'Signet', address: 'signet@mail.example' }
const origin = 'https://portal.example'

/** Checks of older cases are deleted by today. Those of them that find nothing new are left out, except one a day. */
const sparseAfterMs = 45 * dayMs

/** Works on cases with the product's own functions, and plays what happens outside: providers, targets and the passing of time. */
export class CaseWork {
  readonly agenda = new Agenda<Case>()
  readonly #jobs: { name: string; data: object }[] = []
  readonly #log = openLog('silent')
  readonly files: FileStore
  #current: Case | null = null

  readonly parts: { database: Database; directory: string; secrets: Secrets; time: RecordedTime; until: number }

  constructor(parts: CaseWork['parts']) {
    this.parts = parts
    this.files = localFileStore(parts.directory)
  }

  now(): number {
    return this.parts.time.now()
  }

  later(of: Case, ms: number, run: () => Promise<void>): void {
    this.agenda.add(this.now() + Math.max(0, Math.round(ms)), of, run)
  }

  /** Lets everything happen until the end of the recording. */
  async play(): Promise<void> {
    for (let event = this.agenda.next(); event && event.at <= this.parts.until; event = this.agenda.next()) {
      const { of, run } = event
      await this.parts.time.set(event.at)
      this.parts.time.drawIds(of.ids.hex)
      this.#current = of
      try {
        await run()
        await this.#runJobs(of)
        await this.#planStep(of)
      } catch (error) {
        throw new Error(`${of.order.goal} ${of.threat.source} ${of.threat.id} at ${new Date().toISOString()}`, {
          cause: error,
        })
      }
    }
  }

  async request(of: Case): Promise<void> {
    const { order, threat, company } = of
    await this.#inCompany(of, async (tx) => {
      await this.#see(tx, of)
      const context = this.#context(tx, of, of.requester)
      const remark = order.remark === null ? undefined : ({ kind: 'custom', text: order.remark } as const)
      const { failed } = await decideThreats(context, threat.kind, [threat.id], 'takedown', { remark })
      if (failed[0]) throw new Error(`refused: ${failed[0].code}`)
      const row = await tx
        .selectFrom('takedowns')
        .select('id')
        .where('company_id', '=', company.id)
        .where('threat_id', '=', threat.id)
        .executeTakeFirstOrThrow()
      of.takedownId = row.id
    })
    if (of.host !== null) this.later(of, of.random.int(2, 9) * minuteMs, () => this.#look(of))
  }

  async authorise(of: Case): Promise<void> {
    await this.#inCompany(of, async (tx) => {
      const context = this.#context(tx, of, of.client)
      const { version } = await takedownOf(context, of.takedownId)
      const { query, params } = this.#at(of)
      await authoriseTakedown(context, { params, query, body: { version } })
    })
  }

  /** The client withdraws the request. */
  async withdraw(of: Case): Promise<void> {
    await this.#inCompany(of, (tx) =>
      decideThreats(this.#context(tx, of, of.client), of.threat.kind, [of.threat.id], 'reopen'),
    )
  }

  async move(of: Case, status: TakedownStatus, note?: string): Promise<void> {
    await this.#inCompany(of, async (tx) => {
      const context = this.#context(tx, of, of.officer)
      const { version } = await takedownOf(context, of.takedownId)
      await moveTakedown(context, { ...this.#at(of), body: { status, version, ...(note ? { note } : {}) } })
    })
  }

  async status(of: Case): Promise<TakedownStatus> {
    return this.#inCompany(
      of,
      async (tx) => required(await findTakedown(tx, of.company.id, of.takedownId), 'the case').status,
    )
  }

  /** The attempt of a case that was answered with a question or a receipt; null if none was. */
  answeredAttempt(of: Case): Promise<string | null> {
    return this.#inCompany(of, async (tx) => {
      const row = await this.#attempts(tx, of).where('status', '=', 'acknowledged').executeTakeFirst()
      return row?.id ?? null
    })
  }

  /** How many providers of a case have refused. */
  refusals(of: Case): Promise<number> {
    return this.#inCompany(
      of,
      async (tx) => (await this.#attempts(tx, of).where('status', '=', 'refused').execute()).length,
    )
  }

  #attempts(tx: Tx, of: Case) {
    return tx.selectFrom('takedown_attempts').select('id').where('takedown_id', '=', of.takedownId)
  }

  contacts(of: Case): Promise<CaseContact[]> {
    return this.#inCompany(
      of,
      async (tx) => (await contactsOfCase({ tx, company: of.company, origin }, of.takedownId)).contacts,
    )
  }

  async contact(of: Case, role: ContactRole): Promise<CaseContact | undefined> {
    return (await this.contacts(of)).find((one) => one.role === role && one.email !== null)
  }

  /** Writes the suggested notice to a contact and sends it. */
  async notify(of: Case, { role, recipient }: CaseContact): Promise<void> {
    const channel = channelOfRole[role]
    await this.#inCompany(of, async (tx) => {
      await this.#see(tx, of)
      const context = this.#context(tx, of, of.officer)
      const { params, query } = this.#at(of)
      const way = 'email' as const
      const language = 'en' as const
      const { subject, text } = await draftNotice(context, {
        params,
        query: { ...query, channel, way, language },
        body: undefined,
      })
      const body = { way, channel, recipient, subject, text, language, files: [] }
      await addAttempt(context, { params, query, body })
    })
  }

  /** Fills in the form of a provider. */
  async submitForm(of: Case, form: { channel: AttemptChannel; recipient: string; link?: string }): Promise<string> {
    const reference = `${of.random.pick(['CN', 'HR', 'AB', 'TR'])}-${of.random.int(10_000, 99_999)}`
    const added = await this.#inCompany(of, async (tx) => {
      await this.#see(tx, of)
      const body = { way: 'form' as const, ...form, files: [] }
      const detail = await addAttempt(this.#context(tx, of, of.officer), { ...this.#at(of), body })
      return required(detail.attempts.at(-1), 'the new attempt').id
    })
    await this.pass(of.random.int(4, 14) * minuteMs)
    await this.change(of, added, { status: 'sent', reference })
    return added
  }

  async change(
    of: Case,
    attemptId: string,
    body: { status: 'sent' | 'acknowledged' | 'actioned' | 'refused' | 'expired'; answer?: string; reference?: string },
  ): Promise<TakedownDetail> {
    const { query, params } = this.#at(of)
    return this.#inCompany(of, (tx) =>
      changeAttempt(this.#context(tx, of, of.officer), { query, params: { ...params, attemptId }, body }),
    )
  }

  /** Lets a short time pass within one event, in which nothing else happens to the case. */
  async pass(ms: number): Promise<void> {
    await this.parts.time.set(this.now() + ms)
  }

  /** What was seen of the threat by now. */
  async #see(tx: Tx, { company, threat }: Case): Promise<void> {
    const now = this.now()
    const seen = threat.sightings.findLast(({ seenAt }) => seenAt.getTime() <= now)?.seenAt ?? threat.firstSeen
    await tx
      .updateTable('threats')
      .set({ last_seen: seen })
      .where('company_id', '=', company.id)
      .where('id', '=', threat.id)
      .execute()
  }

  /** Checks the target as the job does, and again when that says. */
  async #look(of: Case): Promise<void> {
    const now = new Date()
    const nextMs = await this.#inCompany(of, async (tx) => {
      const scope = publishedScope({ company: of.company, actor: of.officer }, 'either')
      const [row] = await lockThreats(tx, scope, [of.threat.id])
      return row ? followTakedown(this.#enqueue)(tx, row, seenAs(of), now) : null
    })
    if (nextMs === null) return
    this.lookIn(of, this.#isOld(of) && nextMs >= hourMs ? Math.max(nextMs, dayMs) : nextMs)
  }

  #isOld = ({ order }: Case) => this.parts.until - order.requestedAt.getTime() > sparseAfterMs

  /** Changes what visitors find at the address of the target. */
  show(of: Case, shown: Shown): void {
    of.shown = shown
    // The next check would be within the hour.
    if (of.host !== null && this.#isOld(of)) this.lookIn(of, of.random.int(1, 60) * minuteMs)
  }

  /** Checks the target in some ms instead of at the planned time. */
  lookIn(of: Case, ms: number): void {
    const at = this.now() + ms
    of.nextLookAt = at
    this.later(of, ms, async () => {
      if (of.nextLookAt === at) await this.#look(of)
    })
  }

  readonly #enqueue: Enqueue = (_tx, job, data) => {
    this.#jobs.push({ name: job.name, data })
    return Promise.resolve(randomUUID())
  }

  /** Runs what was queued, some seconds later, as workers do. */
  async #runJobs(of: Case): Promise<void> {
    for (let job = this.#jobs.shift(); job; job = this.#jobs.shift()) {
      const { name, data } = job
      const { companyId, mailId, threatId, takedownId } = {
        mailId: '',
        threatId: '',
        takedownId: '',
        companyId: 0,
        ...data,
      }
      await this.pass(secondMs)
      const { database } = this.parts
      const files = this.files
      if (name === preserveEvidenceJob.name)
        await preserveEvidence({ database, files }, { companyId, threatId, takedownId })
      if (name === prepareMailJob.name) await attachEvidence(this.#enqueue)({ database, files }, { companyId, mailId })
      if (name === sortMailJob.name)
        await sortMail({ database, files, enqueue: this.#enqueue, log: this.#log }, { companyId, mailId })
      if (name === sendMailJob.name && (await this.#isNotice(of, mailId))) {
        await sendMail(
          {
            database,
            files,
            mailer: this.#mailer,
            mailSettled: noticeSettled(this.#enqueue),
            mailRefusal: noticeRefusal,
            log: this.#log,
          },
          { companyId, mailId },
        )
      }
    }
  }

  #isNotice(of: Case, mailId: string): Promise<boolean> {
    return this.#inCompany(of, async (tx) => {
      const row = await tx.selectFrom('mails').select('template').where('id', '=', mailId).executeTakeFirst()
      return row?.template === noticeTemplate
    })
  }

  /** The mail server takes every notice; the provider answers as the script says. */
  readonly #mailer: Mailer & { isCatching: boolean } = {
    from: sender,
    origin,
    isCatching: false,
    deliver: async (mail: OutgoingMail) => {
      const of = required(this.#current, 'a case')
      const to = mail.to.address
      const { channel, place } = await this.#noticeTo(of, to)
      const header = [
        `From: ${sender.name} <${sender.address}>`,
        `To: <${to}>`,
        `Message-ID: <${mail.messageId}>`,
        `Subject: ${mail.subject}`,
      ].join('\r\n')
      const head = headOf(`${header}\r\n\r\n`, { from: sender.address, to })
      for (const { kind, afterMs } of of.answers(channel, place)) {
        this.later(of, afterMs, async () => {
          const at = new Date()
          const number = of.caseNumbers.get(to) ?? `${of.random.int(100_000, 999_999)}`
          of.caseNumbers.set(to, number)
          const raw = kind === 'bounces' ? bounceOf(head, at) : answerTo(head, kind, number, at)
          const stored = await this.files.put(Buffer.from(raw))
          await this.#inCompany(of, (tx) =>
            receiveMail(
              { tx, files: this.files, enqueue: this.#enqueue },
              { companyId: of.company.id, way: 'imap', stored },
            ),
          )
          // What a provider says it did is checked soon.
          if (kind === 'done' && of.host !== null) this.lookIn(of, of.random.int(5, 15) * minuteMs)
        })
      }
      return { state: 'sent' as const }
    },
  }

  #noticeTo(of: Case, to: string) {
    return this.#inCompany(of, async (tx) => {
      const rows = await tx
        .selectFrom('takedown_attempts')
        .select(['channel', 'purpose'])
        .where('takedown_id', '=', of.takedownId)
        .where('recipient', '=', to)
        .execute()
      const [first] = rows
      const channel: AttemptChannel = first?.purpose === 'escalation' ? 'registry' : (first?.channel ?? 'other')
      return { channel, place: rows.length }
    })
  }

  /** Plans the run of the job that takes next steps, as soon as one of this case is due. */
  async #planStep(of: Case): Promise<void> {
    if (of.takedownId === '') return
    const { rows } = await this.parts.database.pool.query<{ at: Date | null }>(
      'select next_step_at as at from takedowns where company_id = $1 and id = $2',
      [of.company.id, of.takedownId],
    )
    const at = rows[0]?.at?.getTime() ?? Infinity
    const stepAt = Math.max(at, this.now()) + secondMs
    if (at === Infinity || (of.stepAt > this.now() && of.stepAt <= stepAt)) return
    of.stepAt = stepAt
    this.agenda.add(stepAt, of, async () => {
      of.stepAt = 0
      const { database } = this.parts
      const never = new AbortController().signal
      await takeNextSteps({ database, log: this.#log, enqueue: this.#enqueue, mailer: this.#mailer }, new Date(), never)
      await this.#planRelease(of)
    })
  }

  /** The team sends what the product proposed. */
  async #planRelease(of: Case): Promise<void> {
    const proposed = await this.#proposed(of)
    // Before another contact is notified, the provider that works on it has more time.
    if (!proposed || (proposed.purpose === 'escalation' && of.order.goal === 'acknowledged')) return
    const attemptId = proposed.id
    this.later(of, of.random.int(20, 150) * minuteMs, async () => {
      if ((await this.#proposed(of))?.id !== attemptId) return
      await this.#inCompany(of, async (tx) => {
        await this.#see(tx, of)
        const context = this.#context(tx, of, of.officer)
        const { query, params } = this.#at(of)
        await sendAttempt(context, { query, params: { ...params, attemptId }, body: undefined })
      })
    })
  }

  /** The notice of an open case that waits for a person. */
  #proposed(of: Case) {
    return this.#inCompany(of, (tx) =>
      tx
        .selectFrom('takedown_attempts as a')
        .innerJoin('mails as m', (join) =>
          join.onRef('m.company_id', '=', 'a.company_id').onRef('m.id', '=', 'a.mail_id'),
        )
        .innerJoin('takedowns as t', (join) =>
          join.onRef('t.company_id', '=', 'a.company_id').onRef('t.id', '=', 'a.takedown_id'),
        )
        .select(['a.id', 'a.purpose'])
        .where('a.takedown_id', '=', of.takedownId)
        .where('a.held_for', '=', 'approval')
        .where('a.status', '=', 'queued')
        .where('m.state', '=', 'held')
        .where('t.status', 'in', ['submitted', 'acknowledged', 'info_requested', 'escalated', 'reopened'])
        .executeTakeFirst(),
    )
  }

  #at = (of: Case) => ({ params: { takedownId: of.takedownId }, query: { company: of.company.key } })

  #inCompany<T>(of: Case, work: (tx: Tx) => Promise<T>): Promise<T> {
    return this.parts.database.inCompanies([of.company.id], work)
  }

  #context(tx: Tx, of: Case, actor: Actor): Context {
    return {
      tx,
      actor,
      company: of.company,
      companies: [of.company],
      enqueue: this.#enqueue,
      requestId: randomUUID(),
      ip: `203.0.113.${of.ids.int(2, 254)}`,
      fileHref: (id) => `/files/${id}`,
      files: this.files,
      health: {
        checkAll: none,
        tryStorage: none,
        tryQueue: none,
        tryMail: none,
        jobKinds: none,
        failedJobs: none,
        processes: none,
        diskUse: none,
      },
      secrets: this.parts.secrets,
      installation: {
        origin,
        ssoAllow: [],
        factorKey: Buffer.alloc(32),
        breachedPasswords: null,
        mailFrom: sender,
        looksUp: true,
        isInternetSimulated: false,
        followsLogs: false,
      },
      commitSoFar: none,
      recordAfterRefusal: () => {},
    }
  }
}

const none = () => Promise.reject(new Error('not part of a recording'))

/** What the checks find: from here, and as two kinds of visitors. */
function seenAs({ host, shown }: Case) {
  const name = host ?? ''
  const dns = {
    host: name,
    state: shown === 'unresolved' ? ('absent' as const) : ('found' as const),
    a: shown === 'unresolved' ? [] : ['203.0.113.10'],
    aaaa: [],
    cname: [],
    ns: [],
    mx: [],
    txt: [],
    isWildcard: false,
    catchesAll: false,
  }
  const page = (more: Partial<HttpFacts>): HttpFacts => ({
    host: name,
    address: `https://${name}/`,
    status: 200,
    redirects: [],
    title: 'Sign in',
    server: 'nginx',
    contentSketch: '0123456789abcdef',
    isParked: false,
    hasPasswordField: true,
    problem: null,
    ...more,
  })
  const gone = page({ status: 404, title: 'Not found', hasPasswordField: false })
  const shows: Record<Shown, HttpFacts> = {
    page: page({}),
    parked: page({ isParked: true, title: `${name} may be for sale`, hasPasswordField: false }),
    missing: gone,
    suspended: page({ title: 'Account suspended', hasPasswordField: false }),
    unresolved: gone,
    cloaked: gone,
  }
  const http = shows[shown]
  return {
    dns,
    http,
    views: [
      { profile: 'desktop' as const, exit: null, http },
      { profile: 'phone' as const, exit: null, http: shown === 'cloaked' ? page({}) : http },
    ],
  }
}
