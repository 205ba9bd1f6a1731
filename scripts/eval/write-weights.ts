import fs from 'node:fs'
import path from 'node:path'

const head = '// Written by `npm run eval:domains -- --fit`; manual changes are lost at the next fit.\n\n'

/** Maximum line length of the file, so that a fit changes few lines and the file stays short. */
const lineLengthMax = 110

function groupOf(key: string): string {
  return key.slice(0, key.indexOf('.'))
}

/** Writes the fitted weights as source: one string per group, with `name points` pairs in alphabetical order. */
export function writeWeights(root: string, weights: ReadonlyMap<string, number>): void {
  const groups = new Map<string, string[]>()
  for (const [key, points] of [...weights].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const group = groupOf(key)
    const pairs = groups.get(group) ?? []
    groups.set(group, pairs)
    pairs.push(`${key.slice(group.length + 1)} ${points}`)
  }
  let text = `${head}import type { Weights } from './score.ts'\n\n`
  text += '/** By the first part of its key: the rest of each key and its points of 100. */\nconst groups = {\n'
  for (const [group, pairs] of groups) {
    const lines = ['']
    for (const pair of pairs) {
      const last = lines[lines.length - 1]!
      if (last.length + pair.length > lineLengthMax) lines.push(pair)
      else lines[lines.length - 1] = last === '' ? pair : `${last} ${pair}`
    }
    const name = /^[a-z]+$/.test(group) ? group : `'${group}'`
    text += `  ${name}: \`\n${lines.map((line) => `    ${line}`).join('\n')}\n  \`,\n`
  }
  text += `}

function readWeights(): Weights {
  const map = new Map<string, number>()
  for (const [group, text] of Object.entries(groups)) {
    const cells = text.trim().split(/\\s+/)
    for (let at = 0; at < cells.length; at += 2) map.set(\`\${group}.\${cells[at]}\`, Number(cells[at + 1]))
  }
  return map
}

/** Points of 100 of every term that has a weight, fitted on a labelled set of names; see docs/quality.md. */
export const weights: Weights = readWeights()
`
  fs.writeFileSync(path.join(root, 'packages/detection/src/score/weights.ts'), text)
}

/** Writes the costs of letter pairs as source. */
export function writeLetterCosts(root: string, costs: string): void {
  const lines = costs.match(/.{1,108}/g) ?? []
  const text = `${head}/**
 * How rare each pair of letters is in ordinary domain names, for \`letter-odds.ts\`: 27 rows (the edge of a word, then a to
 * z) of 27 characters. Counts of pairs only; no name can be read back from them.
 */
export const letterCosts =
${lines.map((line) => `  '${line.replaceAll("'", "\\'")}'`).join(' +\n')}
`
  fs.writeFileSync(path.join(root, 'packages/detection/src/permute/letter-costs.ts'), text)
}
