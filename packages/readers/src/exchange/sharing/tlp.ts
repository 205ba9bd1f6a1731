/** The labels of the Traffic Light Protocol (FIRST TLP 2.0), the strictest last. */
export const tlpLabels = ['clear', 'green', 'amber', 'amber+strict', 'red'] as const

/** A label of the Traffic Light Protocol. */
export type Tlp = (typeof tlpLabels)[number]

/**
 * The label that a text names, e.g. `TLP:AMBER` or `tlp:amber+strict`; `white` is what TLP 1.0 called `clear`.
 *
 * @returns null if it names none
 */
export function tlpOf(text: string): Tlp | null {
  const name = text.trim().toLowerCase().replace(/^tlp:/, '').replace(/[ _-]/, '+')
  return name === 'white' ? 'clear' : (tlpLabels.find((label) => label === name) ?? null)
}

/** The strictest of several labels; null if there is none. */
export function strictestTlp(labels: readonly (Tlp | null)[]): Tlp | null {
  return tlpLabels.findLast((label) => labels.includes(label)) ?? null
}
