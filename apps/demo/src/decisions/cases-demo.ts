import { sql } from 'kysely'
import { isNamedByHost } from '@signet/contract/threats/sources'
import { isOneOf } from '@signet/contract/narrow'
import {
  openTakedownStatuses,
  type AttemptChannel,
  type AttemptWay,
  type StoredAttemptStatus,
} from '@signet/contract/takedowns/takedowns'
import { hourMs } from '@signet/contract/time'
import { providerOf } from '@signet/detection'
import type { Tx } from '@signet/server'
import type { DemoContext, DemoPart } from '../demo-part.ts'
import { hasDemoRows } from '../has-demo-rows.ts'
import { hosters, registrars } from '../companies/invented-names.ts'
import type { Random } from '../random.ts'

/** Number of the latest cases that have files; files of older cases count as deleted. */
const withFiles = 25

/** The attempts of every takedown with a sent notice, and the files of the latest cases. */
export const casesDemo: DemoPart = {
  name: 'cases',
  async load(demo: DemoContext): Promise<void> {
    const { program, companyId } = demo
    const isLoaded = await program.database.inCompanies([companyId], (tx) =>
      hasDemoRows(tx, companyId, 'takedown_attempts'),
    )
    if (isLoaded) return
    const takedowns = await program.database.inCompanies([companyId], (tx) => sentTakedowns(tx, companyId))
    if (takedowns.length === 0) return
    const files = [
      ...(await Promise.all(takedowns.slice(0, withFiles).map((takedown) => noticeOf(demo, takedown)))),
      ...(await findingsOf(demo)),
    ]
    const attempts = takedowns.flatMap((takedown) => attemptsOf(demo.random.fork(takedown.id), takedown))
    await program.database.inCompanies([companyId], async (tx) => {
      if (files.length > 0) await tx.insertInto('files').values(files).execute()
      for (let at = 0; at < attempts.length; at += 1000) {
        const rows = attempts.slice(at, at + 1000).map((row) => ({
          ...row,
          provider: providerOf(row),
          company_id: companyId,
          is_demo: true,
        }))
        await tx.insertInto('takedown_attempts').values(rows).execute()
      }
    })
  },
}

type Sent = Awaited<ReturnType<typeof sentTakedowns>>[number]

/** Takedowns of the demo with a sent notice, latest first. */
function sentTakedowns(tx: Tx, companyId: number) {
  return tx
    .selectFrom('takedowns')
    .innerJoin('threats', (join) =>
      join.onRef('threats.company_id', '=', 'takedowns.company_id').onRef('threats.id', '=', 'takedowns.threat_id'),
    )
    .select(['takedowns.id', 'takedowns.status', 'takedowns.reference', 'takedowns.updated_at'])
    .select(['threats.source', 'threats.title'])
    .select(sql<Date>`(takedowns.reached_at ->> 'submitted')::timestamptz`.as('sent_at'))
    .select(sql<Date | null>`(takedowns.reached_at ->> 'acknowledged')::timestamptz`.as('acknowledged_at'))
    .where('takedowns.company_id', '=', companyId)
    .where('takedowns.is_demo', '=', true)
    .where(sql<boolean>`takedowns.reached_at ? 'submitted'`)
    .orderBy('takedowns.updated_at', 'desc')
    .orderBy('takedowns.id')
    .execute()
}

/** The status of the first attempt, by the status of its case. */
function statusOf(random: Random, { status }: Sent): StoredAttemptStatus {
  if (status === 'submitted') return 'sent'
  if (status === 'acknowledged' || status === 'info_requested') return 'acknowledged'
  if (status === 'escalated') return 'expired'
  if (status === 'refused') return 'refused'
  if (status === 'unsuccessful') return random.pick(['expired', 'bounced'])
  return 'actioned'
}

const answers: Partial<Record<StoredAttemptStatus, readonly string[]>> = {
  acknowledged: [
    'We have received your report and are investigating.',
    'We opened a ticket. Please allow up to 48 hours.',
  ],
  actioned: ['The content violates our terms and has been removed.', 'The account has been suspended.'],
  refused: ['This does not violate our terms.', 'Please contact the operator of the site.'],
  bounced: ['Mailbox full'],
}

function attemptsOf(random: Random, takedown: Sent) {
  const isName = isNamedByHost(takedown.source)
  const first: [AttemptChannel, string] = isName
    ? ['hosting', abuseDeskOf(random.pick(hosters))]
    : takedown.source === 'APK'
      ? ['appStore', 'Report form']
      : ['platform', 'Impersonation form']
  const end = takedown.updated_at.getTime()
  const make = (
    [channel, recipient]: [AttemptChannel, string],
    status: StoredAttemptStatus,
    hoursLater: number,
    reference: string | null,
  ) => {
    const at = new Date(Math.min(takedown.sent_at.getTime() + hoursLater * hourMs, end))
    const isAnswered = status !== 'sent' && status !== 'queued' && status !== 'expired'
    const replies = answers[status]
    const way: AttemptWay = recipient.includes('@') ? 'email' : 'form'
    const updatedAt = status === 'sent' ? at : new Date(Math.max(at.getTime(), end))
    const answeredAt = new Date(Math.max(at.getTime(), (takedown.acknowledged_at ?? updatedAt).getTime()))
    return {
      id: random.uuid(),
      takedown_id: takedown.id,
      channel,
      way,
      recipient,
      link: way === 'form' ? `https://${slugOf(recipient)}.example/report` : null,
      status,
      // A form counts as submitted only with the provider's case number.
      reference: reference ?? (way === 'form' ? `F-${random.int(10_000, 99_999)}` : null),
      answer: isAnswered ? (replies ? random.pick(replies) : null) : null,
      answered_at: isAnswered && status !== 'bounced' ? answeredAt : null,
      sent_at: at,
      at,
      updated_at: updatedAt,
    }
  }
  const attempts = [make(first, statusOf(random, takedown), 0, takedown.reference)]
  if (!isName) return attempts
  const isRunning = isOneOf(openTakedownStatuses, takedown.status)
  if (random.chance(0.6)) {
    const status = isRunning ? 'sent' : random.pick(['acknowledged', 'expired'] as const)
    attempts.push(make(['registrar', abuseDeskOf(random.pick(registrars))], status, 0.2, null))
  }
  if (random.chance(0.4)) attempts.push(make(['blockList', 'Browser block lists'], 'actioned', 6, null))
  return attempts
}

const slugOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]+/g, '-')
const abuseDeskOf = (provider: string) => `abuse@${slugOf(provider)}.example`

interface NewFile {
  id: string
  owner: 'takedown' | 'deeperAnalysis'
  ownerId: string
  name: string
  text: string
  at: Date
}

async function fileOf({ program, companyId, users }: DemoContext, { id, owner, ownerId, name, text, at }: NewFile) {
  return {
    company_id: companyId,
    id,
    owner_kind: owner,
    owner_id: ownerId,
    name,
    type: 'text/plain',
    created_by: users.subAdmin.id,
    created_by_name: users.subAdmin.name,
    created_at: at,
    is_demo: true,
    ...(await program.files.put(Buffer.from(text))),
  }
}

/** The text of the sent notice. */
function noticeOf(demo: DemoContext, takedown: Sent) {
  const { company, random } = demo
  return fileOf(demo, {
    id: random.fork(`notice ${takedown.id}`).uuid(),
    owner: 'takedown',
    ownerId: takedown.id,
    name: `notice-${takedown.reference ?? takedown.id.slice(0, 8)}.txt`,
    at: takedown.sent_at,
    text: [
      `To the abuse desk`,
      '',
      `On behalf of ${company.name} we report: ${takedown.title}`,
      `It impersonates ${company.name} and asks its customers for their credentials. The name and logo are trade marks of`,
      `${company.name}, which has not authorised this use.`,
      '',
      `Please remove it, preserve the logs, and reply with your case number.`,
      `Captures with timestamps and SHA-256 checksums are attached.`,
      '',
      `Our reference: ${takedown.reference ?? takedown.id.slice(0, 8)}`,
      '',
    ].join('\n'),
  })
}

/** The findings of the completed analyses. */
async function findingsOf(demo: DemoContext) {
  const { program, companyId, random } = demo
  const rows = await program.database.inCompanies([companyId], (tx) =>
    tx
      .selectFrom('deeper_analyses')
      .select(['id', 'updated_at'])
      .where('company_id', '=', companyId)
      .where('is_demo', '=', true)
      .where('status', '=', 'completed')
      .orderBy('updated_at', 'desc')
      .limit(withFiles)
      .execute(),
  )
  return Promise.all(
    rows.map(({ id, updated_at: at }) => {
      const own = random.fork(`findings ${id}`)
      const names = Array.from({ length: own.int(3, 7) }, () => `${own.hex(6)}-portal.example`)
      return fileOf(demo, {
        id: own.uuid(),
        owner: 'deeperAnalysis',
        ownerId: id,
        name: 'names-and-addresses.txt',
        at,
        text: `Found with the same phishing kit, ${demo.company.name}\n\n${names.map((name) => `${name}  203.0.113.${own.int(1, 250)}`).join('\n')}\n`,
      })
    }),
  )
}
