import { sources } from '@signet/contract/sources'
import { threatStatusLabels, type Threat } from '@signet/contract/threats'

/** A cell of a CSV file: quoted when needed; what a spreadsheet would run as a formula begins with an apostrophe. */
export function csvCell(value: string | number): string {
  const text = String(value)
  const safe = typeof value === 'string' && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const columns: readonly [string, (threat: Threat) => string | number][] = [
  ['Severity', ({ severity }) => severity],
  ['Threat', ({ title }) => title],
  ['Reasons', ({ reasons }) => reasons.join('; ')],
  ['Type', ({ threatType }) => threatType],
  ['Source', ({ source }) => sources[source].label],
  ['Status', ({ status }) => threatStatusLabels[status]],
  ['Score', ({ score }) => score],
  ['Address', ({ url }) => url ?? ''],
  ['Detected', ({ firstSeen }) => firstSeen],
  ['Last seen', ({ lastSeen }) => lastSeen],
  ['Id', ({ id }) => id],
]

/** The rows as CSV (RFC 4180), times in ISO 8601 UTC. */
export function threatsCsv(threats: readonly Threat[]): string {
  const lines = [columns.map(([name]) => name), ...threats.map((threat) => columns.map(([, read]) => read(threat)))]
  return lines.map((cells) => cells.map(csvCell).join(',')).join('\r\n')
}

/** Hands a file to the browser's downloads. */
export function saveCsv(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob(['\uFEFF', text], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), 10_000)
}
