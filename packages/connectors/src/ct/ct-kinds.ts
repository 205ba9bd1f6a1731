import { isRecord, textIn } from '@signet/contract/narrow'
import { type FileKind, type SourceFile, UnreadableFile } from '@signet/readers'
import { firstRecord, headOf, recordsOf } from '@signet/readers/records'
import { ConnectorError } from '../connector-error.ts'
import { inflatedHead, inflatedTile } from './inflated-tile.ts'
import { parseLogList } from './log-list.ts'
import { recordOfAnswerEntry, recordOfTileLeaf, sharedDomains } from './logged-records.ts'
import { parseCheckpoint, timeOfSignature } from './signed-head.ts'
import { streamRecord, type StreamRecord } from './stream-record.ts'
import { beginsLikeTile, leavesOfTile, type TileLeaf } from './tile-leaves.ts'

/** What logs of certificates and streams of them serve. */
export const ctKinds: readonly FileKind[] = [
  {
    name: 'ct-entries',
    recognizes: (file) => textIn(listIn(firstRecord(file), 'entries')[0], 'leaf_input') !== undefined,
    read: ({ json }) => {
      const entries = listIn(json, 'entries').map(recordOfAnswerEntry)
      const namesUnder = sharedDomains(entries)
      return Object.keys(namesUnder).length === 0 ? entries : { entries, namesUnder }
    },
  },
  {
    name: 'ct-tile',
    recognizes: (file) => beginsLikeTile(inflatedHead(file).bytes),
    read: (file) => {
      const list = leavesIn(inflatedTile(file)).map(recordOfTileLeaf)
      return { entries: list.length, precert: list.filter(({ type }) => type === 'precert').length, list }
    },
  },
  {
    name: 'ct-names-tile',
    recognizes: (file) => isNamesLine(firstRecord(inflatedHead(file))),
    read: (file) => recordsOf(inflatedTile(file)).filter(isNamesLine).map(namesRecord),
  },
  {
    name: 'ct-tree-head',
    recognizes: (file) => textIn(firstRecord(file), 'sha256_root_hash') !== undefined && isTreeHead(firstRecord(file)),
    read: ({ json }) => (isTreeHead(json) ? treeHead(json) : []),
  },
  {
    name: 'ct-checkpoint',
    recognizes: (file) => checkpointOf(file) !== null,
    read: (file) => checkpointOf(file) ?? [],
  },
  {
    name: 'ct-log-list',
    recognizes: (file) => isLogList(firstRecord(file)),
    read: ({ text }) => logList(text),
  },
  {
    name: 'certstream',
    recognizes: (file) => messageTypes.has(textIn(firstRecord(file), 'message_type') ?? ''),
    read: (file) => recordsOf(file).flatMap((message) => messageRecord(message)),
  },
]

const messageTypes = new Set(['certificate_update', 'dns_entries', 'heartbeat'])

function listIn(value: unknown, name: string): readonly unknown[] {
  const list = isRecord(value) ? value[name] : undefined
  return Array.isArray(list) ? list : []
}

function leavesIn({ bytes }: SourceFile): TileLeaf[] {
  try {
    return leavesOfTile(bytes)
  } catch (error) {
    if (error instanceof RangeError) throw new UnreadableFile('damaged', error.message)
    throw error
  }
}

const isNamesLine = (line: unknown): line is Readonly<Record<string, unknown>> =>
  isRecord(line) && typeof line['Timestamp'] === 'number' && ['DNS', 'IP', 'Subject'].some((name) => name in line)

const namesRecord = (line: Readonly<Record<string, unknown>>) => ({
  timestamp: line['Timestamp'],
  subjectCN: textIn(line['Subject'], 'CommonName') ?? null,
  dns: listIn(line, 'DNS'),
  ip: listIn(line, 'IP'),
})

const isTreeHead = (value: unknown): value is Readonly<Record<string, unknown>> =>
  isRecord(value) && typeof value['tree_size'] === 'number' && typeof value['timestamp'] === 'number'

/** The answer of `get-sth` (RFC 6962, section 4.3). Its signature isn't verified: the file doesn't say whose it is. */
const treeHead = (answer: Readonly<Record<string, unknown>>) => ({
  treeSize: answer['tree_size'],
  timestamp: answer['timestamp'],
  rootHash: answer['sha256_root_hash'],
})

/** A checkpoint has a few hundred bytes. */
const checkpointMax = 64 * 1024

/** A checkpoint with the times in its signatures, which aren't verified: the file doesn't have the key of the log. */
function checkpointOf(file: SourceFile): object | null {
  const checkpoint = file.bytes.length > checkpointMax ? null : parseCheckpoint(headOf(file))
  if (!checkpoint || checkpoint.size === null || checkpoint.root === null) return null
  const { origin, size, root, signatures } = checkpoint
  if (signatures.length === 0) return null
  return {
    origin,
    treeSize: size,
    rootHash: root.toString('base64'),
    timestamp: timeOfSignature(signatures.find(({ name }) => name === origin)?.bytes ?? Buffer.alloc(0)),
    signers: signatures.map(({ name }) => name),
  }
}

const isLogList = (value: unknown) =>
  textIn(value, 'monitoring_url') !== undefined ||
  listIn(value, 'operators').some((operator) =>
    ['logs', 'tiled_logs'].some((name) => listIn(operator, name).length > 0),
  )

function logList(text: string): object {
  try {
    const { logs, skipped } = parseLogList(text)
    return { logs: logs.map(({ key: _key, ...log }) => log), skipped }
  } catch (error) {
    if (error instanceof ConnectorError) throw new UnreadableFile('damaged', 'it has no log with a valid key')
    throw error
  }
}

/** Other messages of a server are left out. */
function messageRecord(message: unknown): StreamRecord[] {
  try {
    return [streamRecord(message)]
  } catch (error) {
    if (error instanceof ConnectorError) return []
    throw error
  }
}
