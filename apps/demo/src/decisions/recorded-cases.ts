import fs from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import type { Kind } from '@signet/contract/threats/sources'
import type { ThreatStatus } from '@signet/contract/threats/threats'
import type { FileStore } from '@signet/server/files/file-store'
import type { Tables } from '@signet/server/db/tables'
import type { DemoThreat } from '../demo-data.ts'
import { seenUntil } from './review-stages.ts'

/*
 * The takedowns of the demo: recorded once while the product worked on them on a simulated internet (docs/fakenet.md), and inserted here.
 */

/** The instant that the recorded cases end at; they are loaded as if it were the day of the first start. */
export const recordedToday = new Date('2026-11-20T15:20:00Z')

const recordedFile = new URL('../../recorded/takedowns.json.br', import.meta.url)

/**
 * How a column is written: an instant as its distance from `recordedToday` in ms; a user by key, and nobody for people without an account;
 * an author by key or, without an account, by id.
 */
export type RecordedAs = 'plain' | 'instant' | 'user' | 'author'

export type RecordedTable = Extract<
  keyof Tables,
  | 'takedowns'
  | 'takedown_periods'
  | 'mails'
  | 'takedown_attempts'
  | 'takedown_checks'
  | 'files'
  | 'inbound_mails'
  | 'evidence'
  | 'remarks'
  | 'audit'
>

/** A value of a recorded row. */
export type Cell = string | number | boolean | null | object

/** The cases of one company and kind of threat. */
export interface RecordedCases {
  /** What became of the threats, and since when their targets are gone. */
  outcomes: readonly { id: string; status: ThreatStatus; version: number; goneAt: string | null }[]
  /** In an order in which they can be inserted; rows without their company. */
  tables: readonly {
    name: RecordedTable
    columns: readonly (readonly [name: string, as: RecordedAs])[]
    rows: readonly (readonly Cell[])[]
  }[]
  /** The content of the stored files, by SHA-256. */
  contents: Readonly<Record<string, string>>
}

export type Recording = Readonly<Record<string, RecordedCases>>

/** The key of the cases of a company in a recording. */
export const recordedKey = (companyKey: string, kind: Kind) => `${companyKey} ${kind}`

/** Reads the recorded cases as if they had ended at an instant, which must be a whole minute. */
export function readRecording(today: Date, file: string | URL = recordedFile): Recording {
  const text = brotliDecompressSync(fs.readFileSync(file)).toString()
  return JSON.parse(later(text, today.getTime() - recordedToday.getTime()))
}

// The forms of instants in texts: ISO 8601, to the minute with a space, without punctuation, and that of the header of an email.
const instants =
  /(?<!\d)(\d{4}-\d\d-\d\d)([T ])(\d\d:\d\d)(?::(\d\d)(\.\d{3})?(Z|\+00:00))?|(?<!\d)(\d{8})T(\d{6})Z|[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} \d{4} [\d:]{8} \+0000/g

/** Moves all instants in a text by some ms. */
export function later(text: string, ms: number): string {
  return text.replaceAll(
    instants,
    (found: string, day?: string, between?: string, minute?: string, ...[second, fraction, zone, digits]: string[]) => {
      if (day !== undefined) {
        const at = new Date(Date.parse(`${day}T${minute}:${second ?? '00'}${fraction ?? ''}Z`) + ms).toISOString()
        return `${at.slice(0, 10)}${between}${at.slice(11, second === undefined ? 16 : 19)}${fraction === undefined ? '' : at.slice(19, 23)}${zone ?? ''}`
      }
      if (digits === undefined) return new Date(Date.parse(found) + ms).toUTCString().replace('GMT', '+0000')
      const [, y, mo, d, h, mi, s] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)/.exec(found) ?? []
      const at = new Date(Date.parse(`${y}-${mo}-${d}T${h}:${mi}:${s}Z`) + ms).toISOString()
      return `${at.slice(0, 19).replaceAll(/[-:]/g, '')}Z`
    },
  )
}

/** Applies what became of the threats to them, before they are inserted. */
export function applyOutcomes(threats: readonly DemoThreat[], { outcomes }: RecordedCases): void {
  const byId = new Map(threats.map((threat) => [threat.id, threat]))
  for (const { id, status, version, goneAt } of outcomes) {
    const threat = byId.get(id)
    if (!threat) throw new Error(`The demo has no threat ${id}: record its cases again (npm run demo:record)`)
    Object.assign(threat, { status, version })
    if (goneAt !== null) seenUntil(threat, new Date(goneAt))
  }
}

/**
 * The rows of recorded cases by table, in an order in which they can be inserted; stores their files.
 *
 * @param users the ids of the users by key
 */
export async function recordedRows(
  { tables, contents }: RecordedCases,
  parts: { files: FileStore; companyId: number; today: Date; users: ReadonlyMap<string, string> },
): Promise<Map<RecordedTable, Record<string, Cell>[]>> {
  const { files, companyId, today, users } = parts
  const stored = new Map(
    await Promise.all(
      Object.entries(contents).map(async ([sha256, text]) => [sha256, await files.put(Buffer.from(text))] as const),
    ),
  )
  const valueOf = (value: Cell, as: RecordedAs): Cell => {
    if (as === 'instant' && typeof value === 'number') return new Date(today.getTime() + value).toISOString()
    if (as === 'user') return typeof value === 'string' ? (users.get(value) ?? null) : null
    if (as === 'author' && typeof value === 'string') return users.get(value) ?? value
    return value
  }
  return new Map(
    tables.map(({ name, columns, rows }) => [
      name,
      rows.map((values) => {
        const row: Record<string, Cell> = { company_id: companyId }
        for (const [index, [column, as]] of columns.entries()) row[column] = valueOf(values[index] ?? null, as)
        const moved = typeof row['sha256'] === 'string' ? stored.get(row['sha256']) : undefined
        return moved ? { ...row, ...moved } : row
      }),
    ]),
  )
}
