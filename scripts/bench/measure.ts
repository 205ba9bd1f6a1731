/** The result of one benchmark: a rate, and the rate of a reference measured in the same run. */
export interface Row {
  name: string
  /** The counted unit, e.g. `names`. */
  unit: string
  perSecond: number
  /** Null without a reference; `note` contains the reason. */
  reference: { name: string; perSecond: number } | null
  note?: string
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}

/**
 * Runs each work once per round, in turn, so that a slow phase of the machine affects all of them alike.
 *
 * @returns the median of each over the rounds; the first round is a warm-up and not counted
 */
export async function mediansOf(
  rounds: number,
  works: readonly (() => number | Promise<number>)[],
): Promise<readonly number[]> {
  const results = works.map((): number[] => [])
  for (let round = 0; round <= rounds; round += 1) {
    for (const [index, work] of works.entries()) {
      const value = await work()
      if (round > 0) results[index]!.push(value)
    }
  }
  return results.map(median)
}

/** CPU seconds that a work takes in this process, including the garbage collector's threads. */
export function cpuSecondsOf(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1e6
}

const ratioOf = ({ perSecond, reference }: Row) => (reference ? perSecond / reference.perSecond : null)

/** The rows with their ratios, for programs. */
export const toJson = (rows: readonly Row[]) => rows.map((row) => ({ ...row, ratio: ratioOf(row) }))

// Text columns are left-aligned, figures right-aligned.
const isWord = (column: number) => column === 0 || column === 2

/** The rows as a table for people. */
export function toTable(rows: readonly Row[]): string {
  const heads = ['', 'per second', 'reference', 'per second', 'ratio']
  const cells = rows.map((row) => [
    `${row.name} (${row.unit})`,
    rate(row.perSecond),
    row.reference?.name ?? '–',
    row.reference ? rate(row.reference.perSecond) : '–',
    ratioOf(row)?.toFixed(3) ?? '–',
  ])
  const lines = [heads, ...cells]
  const widths = heads.map((_, column) => Math.max(...lines.map((line) => line[column]!.length)))
  const table = lines.map((line) =>
    line
      .map((cell, column) => (isWord(column) ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!)))
      .join('  ')
      .trimEnd(),
  )
  const notes = rows.flatMap(({ name, note }) => (note ? [`${name}: ${note}`] : []))
  return [...table, '', ...notes].join('\n').trimEnd()
}

const rate = (value: number) => Math.round(value).toLocaleString('en')
