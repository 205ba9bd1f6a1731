import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { can } from '@signet/contract/permissions'
import type { AssetCheck, Attempt, Takedown } from '@signet/contract/takedowns'
import type { HistoryEvent } from '@signet/contract/threats'
import type { App } from '../../app/app.ts'
import type { Actor, CompanyRef } from '../../app/context.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { findEvidenceFile, listEvidence } from '../evidence/evidence.queries.ts'
import type { FileStore } from '../../files/file-store.ts'
import { fileNameOf, readLink } from '../evidence/files.routes.ts'
import { zipStream, type Entry } from '../evidence/zip-stream.ts'
import { asOneLine } from '../mail/mail-address.ts'
import { caseEvents } from '../cases/case-events.ts'
import { withMerged } from '../threats/merges.queries.ts'
import { attemptsOf } from './attempts.queries.ts'
import { checksOf } from './checks.queries.ts'
import { findTakedown, toTakedown, type TakedownWithThreat } from '../cases/takedowns.queries.ts'

/*
 * The evidence pack of a takedown: all files of the case in one archive, for a lawyer, a provider or the police. Each file is listed by
 * name with its SHA-256, so that the recipient can verify that nothing was changed (`sha256sum -c SHA256SUMS`).
 */

interface PackedFile {
  /** Within the archive. */
  path: string
  sha256: string
  /** In bytes. */
  size: number
  at: string
}

const filesMax = 100

/** The id that is signed in a link to the pack of a case. */
export const packIdOf = (takedownId: string) => `takedown/${takedownId}`

/** Mounts the links to evidence packs; they are signed and read like those of files. */
export function mountTakedownPacks(server: FastifyInstance, app: App): void {
  server.get<{ Params: { takedownId: string }; Querystring: Record<string, string> }>(
    '/api/rest/v1/files/takedown/:takedownId',
    async (request, reply) => {
      const { takedownId } = request.params
      const { actor, company, secondsLeft } = await readLink(app, request, packIdOf(takedownId))
      const pack = can(actor.role, 'takedowns:read')
        ? await app.database.inCompanies([company.id], (tx) => readPack(tx, company, actor, takedownId))
        : null
      if (!pack) throw new AppError('NOT_FOUND', { what: 'file' })
      return reply
        .type('application/zip')
        .header('cache-control', `private, max-age=${secondsLeft}`)
        .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'; sandbox")
        .header('content-disposition', `attachment; ${fileNameOf(pack.name)}`)
        .send(Readable.from(zipStream(await entriesOf(pack, app.files)), { objectMode: false }))
    },
  )
}

interface Pack {
  /** Name of the archive. */
  name: string
  takedown: Takedown
  address: string | null
  company: string
  attempts: Attempt[]
  /** The latest 300 checks of the target. */
  checks: AssetCheck[]
  events: HistoryEvent[]
  files: PackedFile[]
}

async function readPack(tx: Tx, company: CompanyRef, actor: Actor, takedownId: string): Promise<Pack | null> {
  const row = await findTakedown(tx, company.id, takedownId)
  if (!row) return null
  return {
    name: `takedown-${row.reference ?? row.id.slice(0, 8)}.zip`,
    takedown: toTakedown(row, company),
    address: await addressOf(tx, company.id, row.threat_id),
    company: company.name,
    attempts: await attemptsOf(tx, company.id, row.id),
    checks: await checksOf(tx, { companyId: company.id, takedownId: row.id }, new Date(0)),
    events: await caseEvents({ tx, company }, row.id),
    files: await filesOfCase(tx, company.id, actor, row),
  }
}

async function addressOf(tx: Tx, companyId: number, threatId: string): Promise<string | null> {
  const threat = await tx
    .selectFrom('threats')
    .select('url')
    .where('company_id', '=', companyId)
    .where('id', '=', threatId)
    .executeTakeFirst()
  return threat?.url ?? null
}

/** The evidence of the threat and the files of the case, under unique names. */
async function filesOfCase(
  tx: Tx,
  companyId: number,
  actor: Pick<Actor, 'role'>,
  row: TakedownWithThreat,
): Promise<PackedFile[]> {
  const rule = { onlyPublished: actor.role !== 'qa' }
  const packed: PackedFile[] = []
  const taken = new Set<string>()
  const add = (folder: string, name: string, file: Omit<PackedFile, 'path'>) => {
    const path = freePath(folder, name, taken)
    taken.add(path.toLowerCase())
    packed.push({ path, ...file })
  }
  for (const { id, capturedAt } of await listEvidence(tx, companyId, withMerged(companyId, row.threat_id), () => '')) {
    const file = await findEvidenceFile(tx, companyId, id, rule)
    if (file) add('evidence', file.name, { sha256: file.sha256, size: file.size, at: capturedAt })
  }
  const files = await tx
    .selectFrom('files')
    .select(['name', 'sha256', 'size', 'created_at'])
    .where('company_id', '=', companyId)
    .where('owner_kind', '=', 'takedown')
    .where('owner_id', '=', row.id)
    .orderBy('created_at')
    .orderBy('id')
    .limit(filesMax)
    .execute()
  for (const file of files)
    add('case', file.name, { sha256: file.sha256, size: file.size, at: file.created_at.toISOString() })
  return packed
}

/** A path that every file system supports and no other file of the archive has. */
function freePath(folder: string, name: string, taken: ReadonlySet<string>): string {
  const plain = name.replaceAll(/[^\p{L}\p{N}._ -]/gu, '_').replaceAll(/^\.+|\.{2,}/g, '_') || 'file'
  const dot = plain.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [plain.slice(0, dot), plain.slice(dot)] : [plain, '']
  for (let count = 1; ; count += 1) {
    const path = `${folder}/${stem}${count === 1 ? '' : `-${count}`}${ending}`
    if (!taken.has(path.toLowerCase())) return path
  }
}

async function entriesOf(pack: Pack, store: FileStore): Promise<Entry[]> {
  const kept = await Promise.all(pack.files.map(async (file) => ({ file, isKept: await store.has(file.sha256) })))
  const files = kept.filter(({ isKept }) => isKept).map(({ file }) => file)
  const lost = kept.filter(({ isKept }) => !isKept).map(({ file }) => file)
  const { name: _, ...facts } = pack
  return [
    { name: 'case.txt', content: textOf([summaryOf(pack, files, lost)]) },
    { name: 'case.json', content: textOf([JSON.stringify(facts, null, 2), '\n']) },
    { name: 'SHA256SUMS', content: textOf(files.map(({ sha256, path }) => `${sha256}  ${path}\n`)) },
    // Each is opened when the archive reaches it.
    ...files.map(({ path, sha256 }) => ({ name: path, content: bytesOf(store, sha256) })),
  ]
}

const textOf = (pieces: readonly string[]) => pieces.map((piece) => Buffer.from(piece))

async function* bytesOf(store: FileStore, sha256: string): AsyncGenerator<Uint8Array> {
  const stream = await store.open(sha256)
  if (!stream) throw new Error(`the file ${sha256} went away while it was packed`)
  yield* stream as AsyncIterable<Uint8Array>
}

/** A section with a heading in plain text; nothing if there are no lines. */
function section(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', title, '-'.repeat(title.length), ...lines] : []
}

const lineMax = 2000
/** User text made safe for a line of the pack. */
const lineOf = (text: string) => asOneLine(text, lineMax)

/** Multi-line user text with a mark before each line, so that none of them looks like a line of the pack itself. */
function quoted(text: string | undefined): string[] {
  const lines = (text ?? '').split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/).map(lineOf)
  return text ? lines.map((line) => `    > ${line}`.trimEnd()) : []
}

/** A readable summary of the case on one page. Instants are in UTC. */
function summaryOf(pack: Pack, files: readonly PackedFile[], lost: readonly PackedFile[]): string {
  const { takedown, attempts, events, address, company } = pack
  const { clocks } = takedown
  const facts = [
    ['Case', takedown.id],
    ['Reference', takedown.reference],
    ['On behalf of', company],
    ['Subject', takedown.title],
    ['Address', address],
    ['Source', takedown.source],
    ['Type', takedown.threatType],
    ['Severity', takedown.severity],
    ['Status', takedown.statusLabel],
    ['Requested', clocks.requestedAt],
    ['Authorised', clocks.authorisedAt],
    ['Notice sent', clocks.submittedAt],
    ['Offline', clocks.offlineAt],
    ['Resolved', clocks.resolvedAt],
  ].flatMap(([label, value]) => (value ? [`${`${label}:`.padEnd(14)}${lineOf(value)}`] : []))
  return [
    'Takedown, with all that is kept of it. Times are in UTC.',
    '',
    ...facts,
    ...section(
      'What happened',
      events.flatMap(({ at, by, text, remark }) => [
        `${at}  ${lineOf(by ?? 'Signet')}: ${lineOf(text)}`,
        ...quoted(remark),
      ]),
    ),
    ...section(
      'Who was asked',
      attempts.flatMap(({ at, channel, recipient, status, reference, answer }) => [
        `${at}  ${channel}, ${lineOf(recipient)}: ${status}${reference ? `, ${lineOf(reference)}` : ''}`,
        ...quoted(answer),
      ]),
    ),
    ...section(
      'Files',
      files.map(({ at, path, size, sha256 }) => `${at}  ${path}, ${size} bytes, SHA-256 ${sha256}`),
    ),
    ...section(
      'Not kept any more',
      lost.map(({ at, path, sha256 }) => `${at}  ${path}, SHA-256 ${sha256}`),
    ),
    '',
  ].join('\n')
}
