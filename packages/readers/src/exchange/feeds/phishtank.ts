import { columnsOf, readCsvRows } from '../csv-rows.ts'
import { idIn, isObject, type Json, readItems, textIn } from '../../narrow.ts'
import { isWebAddress } from '../web-address.ts'

/** An entry of the PhishTank database. */
export interface PhishTankEntry {
  id: string
  url: string
  detailUrl: string | null
  submittedAt: string | null
  isVerified: boolean
  verifiedAt: string | null
  online: boolean
  /** The brand it imitates; `Other` if PhishTank doesn't know it. */
  target: string | null
}

/** The PhishTank database: https://phishtank.org/developer_info.php. */
export interface PhishTank {
  /** Number of entries. */
  rows: number
  online: number
  /** Number of entries of each target. */
  targets: Record<string, number>
  urlsWithComma: number
  list: PhishTankEntry[]
  skipped: number
}

const header = /^"?phish_id"?,"?url"?,/

/** Whether a text is the database as CSV, by its titles. */
export function isPhishTankCsv(text: string): boolean {
  return header.test(text.slice(0, 100))
}

/** Reads the database as CSV. */
export function readPhishTankCsv(text: string): PhishTank {
  const { rows, skipped } = readCsvRows(text, ',')
  const cell = columnsOf(rows[0] ?? [])
  const titles = (rows[0] ?? []).map((title) => title.trim().toLowerCase())
  const read = readItems(
    rows.slice(1).map((row) => Object.fromEntries(titles.map((title) => [title, cell(row, title)]))),
    entryOf,
  )
  return summaryOf(read.items, read.skipped + skipped)
}

/** Whether an answer is the database as JSON, by its first entries. */
export function isPhishTankJson(answer: unknown): boolean {
  return (
    Array.isArray(answer) && answer.slice(0, 20).some((each) => isObject(each) && 'phish_id' in each && 'url' in each)
  )
}

/** Reads the database as JSON. */
export function readPhishTankJson(answer: unknown): PhishTank {
  const { items, skipped } = readItems(Array.isArray(answer) ? answer : [], entryOf)
  return summaryOf(items, skipped)
}

function entryOf(entry: Json): PhishTankEntry | null {
  const [id, url] = [idIn(entry, 'phish_id'), textIn(entry, 'url')?.trim()]
  if (id === null || !url || !isWebAddress(url)) return null
  return {
    id,
    url,
    detailUrl: textIn(entry, 'phish_detail_url') || null,
    submittedAt: textIn(entry, 'submission_time') || null,
    isVerified: textIn(entry, 'verified') === 'yes',
    verifiedAt: textIn(entry, 'verification_time') || null,
    online: textIn(entry, 'online') === 'yes',
    target: textIn(entry, 'target') || null,
  }
}

function summaryOf(list: PhishTankEntry[], skipped: number): PhishTank {
  const targets = new Map<string, number>()
  for (const { target } of list) if (target !== null) targets.set(target, (targets.get(target) ?? 0) + 1)
  return {
    rows: list.length,
    online: list.filter((entry) => entry.online).length,
    targets: Object.fromEntries(targets),
    urlsWithComma: list.filter(({ url }) => url.includes(',')).length,
    list,
    skipped,
  }
}
