import { columnsOf, readCsvRows } from '../csv-rows.ts'
import { idIn, isObject, type Json, listIn, readItems, textIn, textsIn } from '../../narrow.ts'
import { isWebAddress } from '../web-address.ts'

/** An address from which malware is downloaded. */
export interface UrlhausEntry {
  id: string
  url: string
  /** `online`, `offline` or `unknown`. */
  status: string | null
  threat: string | null
  /** When it was added, in UTC, e.g. `2025-01-02T03:04:05Z`. */
  addedAt: string | null
  lastOnlineAt: string | null
  tags: string[]
  link: string | null
  reporter: string | null
}

/** A dump of URLhaus: https://urlhaus.abuse.ch/api/. */
export interface Urlhaus {
  /** Number of entries. */
  rows: number
  online: number
  noTags: number
  list: UrlhausEntry[]
  skipped: number
}

/** The columns of a dump without titles. */
const defaultTitles = 'id,dateadded,url,url_status,last_online,threat,tags,urlhaus_link,reporter'
const titleLine = /^#\s*(id,dateadded,url,\S*)/m
const isComment = (line: string) => line.startsWith('#')

/** Whether a text is a dump as CSV: by the titles in its comment, or by the links in its first line. */
export function isUrlhausCsv(text: string): boolean {
  const head = text.slice(0, 8 * 1024)
  const first = head.split('\n').find((line) => line.trim() !== '' && !isComment(line)) ?? ''
  return titleLine.test(head) || /^"\d+","[^"]*","[^"]*",.*"https:\/\/urlhaus\.abuse\.ch\/url\//.test(first)
}

/** Reads a dump as CSV. Its comments start with `#`, the last of them has the titles of the columns. */
export function readUrlhausCsv(text: string): Urlhaus {
  const { rows, skipped } = readCsvRows(text, ',', isComment)
  const titles = (titleLine.exec(text.slice(0, 8 * 1024))?.[1] ?? defaultTitles).split(',')
  const cell = columnsOf(titles)
  const entries = rows.map((row) => {
    const entry = Object.fromEntries(titles.map((title) => [title, cell(row, title)]))
    return { ...entry, tags: tagsOf(cell(row, 'tags')) }
  })
  const read = readItems(entries, entryOf)
  return summaryOf(read.items, read.skipped + skipped)
}

/** A dump is keyed by id, an answer of the API has a list. */
function entriesOf(answer: unknown): unknown[] {
  if (!isObject(answer)) return []
  if ('query_status' in answer) return [...listIn(answer, 'urls')]
  return Object.entries(answer).flatMap(([id, entries]): unknown[] =>
    (Array.isArray(entries) ? entries : [entries]).map((entry) => (isObject(entry) ? { ...entry, id } : entry)),
  )
}

/** Whether an answer is a dump as JSON, or the list of recent addresses of the API. */
export function isUrlhausJson(answer: unknown): boolean {
  if (!isObject(answer)) return false
  const entries = entriesOf('query_status' in answer ? answer : Object.fromEntries(firstOf(answer)))
  return entries.some(
    (entry) => isObject(entry) && 'url' in entry && ('urlhaus_link' in entry || 'url_status' in entry),
  )
}

function firstOf(answer: Json): [string, unknown][] {
  const first: [string, unknown][] = []
  for (const key in answer) {
    if (!/^\d+$/.test(key) || first.length === 20) break
    first.push([key, answer[key]])
  }
  return first
}

/** Reads a dump as JSON, or the list of recent addresses of the API. */
export function readUrlhausJson(answer: unknown): Urlhaus {
  const { items, skipped } = readItems(entriesOf(answer), (entry) => entryOf({ ...entry, tags: tagsIn(entry) }))
  return summaryOf(items, skipped)
}

const tagsOf = (text: string) => (text === '' || text === 'None' ? [] : text.split(',').map((tag) => tag.trim()))

function tagsIn(entry: Json): string[] {
  const text = textIn(entry, 'tags')
  return text === null ? textsIn(entry, 'tags') : tagsOf(text)
}

function entryOf(entry: Json): UrlhausEntry | null {
  const [id, url] = [idIn(entry, 'id'), textIn(entry, 'url')?.trim()]
  if (id === null || !url || !isWebAddress(url)) return null
  return {
    id,
    url,
    status: textIn(entry, 'url_status') || null,
    threat: textIn(entry, 'threat') || null,
    addedAt: utc(textIn(entry, 'dateadded') ?? textIn(entry, 'date_added')),
    lastOnlineAt: utc(textIn(entry, 'last_online')),
    tags: textsIn(entry, 'tags'),
    link: textIn(entry, 'urlhaus_link') ?? textIn(entry, 'urlhaus_reference'),
    reporter: textIn(entry, 'reporter') || null,
  }
}

/** The times of URLhaus are in UTC, with or without saying so: `2025-01-02 03:04:05 UTC`. */
function utc(text: string | null): string | null {
  const [, day, time] = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?: UTC)?$/.exec(text ?? '') ?? []
  return day && time ? `${day}T${time}Z` : null
}

function summaryOf(list: UrlhausEntry[], skipped: number): Urlhaus {
  return {
    rows: list.length,
    online: list.filter(({ status }) => status === 'online').length,
    noTags: list.filter(({ tags }) => tags.length === 0).length,
    list,
    skipped,
  }
}
