import fs from 'node:fs'
import path from 'node:path'

/** The TypeScript files of a folder and its subfolders. */
export function sourcesIn(directory: string): string[] {
  if (!fs.existsSync(directory)) return []
  return fs.readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const child = path.join(directory, entry.name)
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : sourcesIn(child)
    return /\.tsx?$/.test(entry.name) ? [child] : []
  })
}

/** Whether a file is only used by tests: a test, a file in a folder `test`, or what a feature adds to the tests of all routes. */
export const isTestFile = (file: string): boolean =>
  /\.(test|examples)\.tsx?$/.test(file) || file.includes(`${path.sep}test${path.sep}`)

/** The imports of a file, as written in it. */
export function importsOf(file: string): { specifier: string; isDynamic: boolean }[] {
  const text = fs.readFileSync(file, 'utf8')
  const found = text.matchAll(
    /^\s*(?:import|export)\s[^'";]*?from\s+'([^']+)'|^\s*import\s+'([^']+)'|\bimport\(\s*'([^']+)'\s*\)/gm,
  )
  return [...found].map((match) => ({
    specifier: match[1] ?? match[2] ?? match[3] ?? '',
    // A dynamic import deliberately separates the chunks.
    isDynamic: match[3] !== undefined,
  }))
}
