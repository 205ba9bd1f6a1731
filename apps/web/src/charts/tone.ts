import type { Severity } from '@signet/contract/threats/severities'

/** The colour of a series: a severity, a status or one of the seven neutral series colours of the design. */
export type Tone =
  | 'critical'
  | 'high'
  | 'medium'
  | 'low'
  | 'good'
  | 'takedown'
  | 'analysis'
  | 'accent'
  | `series-${1 | 2 | 3 | 4 | 5 | 6 | 7}`

/** The CSS value of a tone's solid colour, for graphics only. */
export function colourOf(tone: Tone): string {
  if (tone === 'accent' || tone.startsWith('series-')) return `var(--${tone})`
  return `var(--${tone}-solid)`
}

export const severityTone = {
  Critical: 'critical',
  High: 'high',
  Medium: 'medium',
  Low: 'low',
} as const satisfies Record<Severity, Tone>

/** One series of a chart. In a stack the first one is at the base. */
export interface Series {
  key: string
  label: string
  tone: Tone
}

/** One step of a time axis: a calendar day `2026-11-05` or an instant, with a value for each series in the order of the series. */
export interface ChartPoint {
  at: string
  values: number[]
}
