import { sources } from '@signet/contract/sources'
import { threatStatusLabels, type Threat } from '@signet/contract/threats'
import { csvText } from '../../ui/csv-file.ts'

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

/** The rows as CSV, times in ISO 8601 UTC. */
export function threatsCsv(threats: readonly Threat[]): string {
  return csvText(
    columns.map(([name]) => name),
    threats.map((threat) => columns.map(([, read]) => read(threat))),
  )
}

export { saveCsv } from '../../ui/csv-file.ts'
