import type { Items } from '../../narrow.ts'

/** An event in the Common Event Format. */
export interface CefEvent {
  /** Of the format. */
  version: number
  vendor: string
  product: string
  deviceVersion: string
  signatureId: string
  name: string
  /** A number from 0 to 10, or a word such as `High`. */
  severity: string
  /** The fields of the extension by their keys. */
  ext: Record<string, string>
}

const samplesMax = 20
const start = /(?:^|\s)CEF:(\d{1,3})\|/
/** A field ends at a `|` that is not escaped. */
const headerField = /([^|\\]*(?:\\[^][^|\\]*)*)\|/y
const lineMax = 1_000_000
const headerFields = 6
const extensionKey = /(?:^|\s)([\w.[\]-]+)=/g

/** Whether a text consists of CEF lines, by its first ones. */
export function isCef(text: string): boolean {
  const samples = linesOf(text.slice(0, 256 * 1024)).slice(0, samplesMax)
  const events = samples.filter((line) => eventOf(line) !== null)
  return events.length > 0 && events.length >= samples.length / 2
}

/**
 * Reads the events of a log, with or without the header of syslog before them. Other lines are counted as skipped.
 *
 * Source: ArcSight Common Event Format, version 27, "CEF implementation".
 */
export function readCef(text: string): Items<CefEvent> {
  const lines = linesOf(text)
  const items = lines.flatMap((line) => eventOf(line) ?? [])
  return { items, skipped: lines.length - items.length }
}

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '')

function eventOf(line: string): CefEvent | null {
  const found = line.length > lineMax ? null : start.exec(line)
  if (!found) return null
  const fields: string[] = []
  headerField.lastIndex = found.index + found[0].length
  let end = headerField.lastIndex
  while (fields.length < headerFields) {
    const field = headerField.exec(line)?.[1]
    if (field === undefined) return null
    fields.push(field.replaceAll(/\\([|\\])/g, '$1'))
    end = headerField.lastIndex
  }
  const [vendor = '', product = '', deviceVersion = '', signatureId = '', name = '', severity = ''] = fields
  const ext = extensionOf(line.slice(end))
  return { version: Number(found[1]), vendor, product, deviceVersion, signatureId, name, severity, ext }
}

/** Values may contain blanks: one ends where the next key begins. */
function extensionOf(text: string): Record<string, string> {
  const keys = [...text.matchAll(extensionKey)]
  return Object.fromEntries(
    keys.map((key, at) => {
      const value = text.slice(key.index + key[0].length, keys[at + 1]?.index).trimEnd()
      return [key[1] ?? '', value.replaceAll(/\\([=\\|nr])/g, (_all, mark: string) => escapes.get(mark) ?? mark)]
    }),
  )
}

const escapes = new Map([
  ['n', '\n'],
  ['r', '\r'],
])
