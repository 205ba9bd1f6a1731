import { Readable } from 'node:stream'
import { capturePage, ConnectorError, type Visit, type VisitFile } from '@signet/connectors'
import type { CaptureFailure, CaptureVisit, VisitFacts } from '@signet/contract/takedowns/captures'
import { differencesOf } from '@signet/detection'
import type { Enqueue } from '../../app/jobs.ts'
import type { LookUpSettings } from '../../app/settings.ts'
import type { Database, Tx } from '../../db/database.ts'
import type { FileStore } from '../../files/file-store.ts'
import { asProduct, recordAudit } from '../audit/audit.queries.ts'
import { insertEvidence } from '../evidence/evidence.queries.ts'
import { holdBytes } from '../evidence/files.queries.ts'
import { redrawAll, type Redrawn } from '../evidence/pictures/redraw.ts'
import { productVersion } from '@signet/contract/product-version'
import { publishThreatChanged } from '../notifications/live-events.queries.ts'
import { compareCaptureJob } from './captures.jobs.ts'
import { endCapture, setRunning, standingOf, type CaptureRow } from './captures.queries.ts'

export interface CaptureParts {
  database: Database
  files: FileStore
  enqueue: Enqueue
  settings: LookUpSettings
  signal: AbortSignal
}

/** A stored file of a visit. */
export interface Piece {
  kind: 'capture' | 'record'
  name: string
  type: string
  size: number
  sha256: string
}

interface KeptVisit {
  facts: VisitFacts
  pieces: Piece[]
}

/**
 * Captures the page of a threat and stores the result as its evidence. Running it again after a crash repeats the capture; a capture that
 * has ended is left alone.
 */
export async function runCapture(
  parts: CaptureParts,
  { companyId, captureId }: { companyId: number; captureId: string },
): Promise<void> {
  const { database } = parts
  const capture = await database.inCompanies([companyId], (tx) => setRunning(tx, companyId, captureId))
  if (!capture) return
  const visits = await visit(parts, capture.address)
  const kept = typeof visits === 'string' ? visits : await store(parts.files, visits)
  await database.inCompanies([companyId], (tx) => finish({ ...parts, tx }, capture, kept))
}

/** @returns every visit, or why there is none */
export async function visit(
  { settings, signal }: Pick<CaptureParts, 'settings' | 'signal'>,
  address: string,
): Promise<Visit[] | CaptureFailure> {
  const { browser, exits } = settings.capture
  try {
    return await capturePage(onPorts(address, settings.ports), {
      browser,
      exits,
      dnsServers: settings.dnsServers,
      allowAddress: settings.allow,
      signal,
    })
  } catch (error) {
    // A stopping program leaves the capture to the next one.
    signal.throwIfAborted()
    if (!(error instanceof ConnectorError)) throw error
    return error.reason === 'BROWSER_MISSING' ? 'noBrowser' : 'browserEnded'
  }
}

/** The address with the ports of a local internet, where hosts don't use the standard ones. */
function onPorts(address: string, ports: LookUpSettings['ports']): string {
  const url = new URL(address)
  if (ports && url.port === '') url.port = String(url.protocol === 'https:' ? ports.https : ports.http)
  return url.href
}

const types = { html: 'text/html', har: 'application/json' } as const

const pictures = ['view', 'full'] as const

/** Stores the files of visits; rows that name them are still to be written. Pictures are drawn anew like every picture from outside. */
export async function store(files: FileStore, visits: readonly Visit[]): Promise<KeptVisit[]> {
  const found = visits.flatMap(({ files: each }) => pictures.flatMap((name) => each[name] ?? []))
  const drawn = await redrawAll(
    found.map((bytes) => ({ type: 'image/png', size: bytes.length, open: async () => Readable.from([bytes]) })),
  )
  const redrawn = new Map(found.map((bytes, index) => [bytes, drawn[index]]))
  return Promise.all(visits.map((each) => storeOne(files, each, redrawn)))
}

async function storeOne(
  files: FileStore,
  { facts, files: found }: Visit,
  redrawn: ReadonlyMap<Buffer, Redrawn | null | undefined>,
): Promise<KeptVisit> {
  const { page, certificates, icon, headers, ...rest } = facts
  const record = { ...rest, headers, page, certificates, icon }
  const prefix = [facts.startedAt.slice(0, 19).replaceAll(':', ''), facts.profile, facts.exit].filter(Boolean).join('-')
  const pieces: Piece[] = []
  const keep = async (kind: Piece['kind'], name: string, type: string, bytes: Buffer) => {
    const { sha256 } = await files.put(bytes)
    pieces.push({ kind, name: `${prefix}-${name}`, type, size: bytes.length, sha256 })
  }
  for (const name of pictures) {
    const picture = found[name] && redrawn.get(found[name])
    if (picture) await keep('capture', `${name}.png`, picture.type, picture.bytes)
  }
  for (const name of ['html', 'har'] as const satisfies readonly VisitFile[]) {
    if (found[name]) await keep('record', `page.${name}`, types[name], found[name])
  }
  await keep('record', 'visit.json', 'application/json', Buffer.from(`${JSON.stringify(record, null, 2)}\n`))
  return { facts, pieces }
}

async function finish(
  { tx, files, enqueue }: CaptureParts & { tx: Tx },
  { company_id: companyId, id, threat_id: threatId, address }: CaptureRow,
  result: KeptVisit[] | CaptureFailure,
): Promise<void> {
  const kept = typeof result === 'string' ? [] : result
  const differences = differencesOf(kept.map(({ facts }) => seenOf(facts)))
  const isEnded = await endCapture(tx, companyId, id, {
    ...(typeof result === 'string' ? { status: 'failed', failure: result } : { status: 'done' }),
    differences,
    visits: JSON.stringify(kept.map(toVisit)),
  })
  // Another run was faster.
  if (!isEnded) return
  for (const { facts, pieces } of kept) {
    for (const piece of pieces) {
      await holdBytes({ tx, files }, piece)
      await insertEvidence(tx, {
        companyId,
        threatId,
        ...piece,
        tool: `Signet ${productVersion}, Chromium ${facts.browser}`,
        vantage: [facts.profile, facts.exit].filter(Boolean).join(', '),
        capturedAt: new Date(facts.startedAt),
      })
    }
  }
  const threat = await standingOf(tx, companyId, threatId)
  await recordAudit(asProduct(tx, companyId), {
    action: 'threat.captured',
    targetType: 'threat',
    targetId: threatId,
    after: { address, ...(typeof result === 'string' ? { failure: result } : { differences }) },
  })
  if (kept.length > 0) await enqueue(tx, compareCaptureJob, { companyId, captureId: id })
  await publishThreatChanged(tx, companyId, { id: threatId, ...threat })
}

const passwordFieldsOf = ({ page }: VisitFacts) =>
  (page?.forms ?? []).flatMap(({ fields }) => fields).filter(({ type }) => type === 'password').length

function seenOf(facts: VisitFacts) {
  const last = facts.hops.at(-1)
  return {
    host: last ? new URL(last.url).hostname : '',
    status: facts.hops.findLast(({ status }) => status !== null)?.status ?? null,
    text: facts.page?.text ?? '',
    passwordFields: passwordFieldsOf(facts),
  }
}

function toVisit({ facts, pieces }: KeptVisit): CaptureVisit {
  const { profile, exit, startedAt, hops, problem } = facts
  return {
    profile,
    exit,
    startedAt,
    hops,
    title: facts.page?.title ?? '',
    passwordFields: passwordFieldsOf(facts),
    problem,
    evidence: pieces.map(({ sha256 }) => sha256),
  }
}
