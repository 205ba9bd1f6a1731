// What a package exports is documented: prints each package's share and what is missing, and ends with 1 below the least share.
// `--list` names every export without a docstring.
import fs from 'node:fs'
import path from 'node:path'
import { sourcesIn } from './source-imports.ts'

const root = path.resolve(import.meta.dirname, '..')
const leastShare = 0.8
const isListed = process.argv.includes('--list')

/** A module's exported names (a schema and its type share one), and whether one of its declarations follows a docstring. */
function exportsOf(file: string): Map<string, boolean> {
  const found = new Map<string, boolean>()
  const declarations =
    /(\*\/\n(?:\/\/ .*\n)?)?^export (?:async |abstract )*(?:const|let|function\*?|class|interface|type|enum) (\w+)/gm
  for (const [, docstring, name = ''] of fs.readFileSync(file, 'utf8').matchAll(declarations))
    found.set(name, Boolean(docstring) || (found.get(name) ?? false))
  return found
}

for (const name of fs.readdirSync(path.join(root, 'packages'))) {
  const files = sourcesIn(path.join(root, 'packages', name, 'src')).filter((file) => !file.endsWith('.test.ts'))
  const all = files.flatMap((file) => [...exportsOf(file)].map(([key, isDocumented]) => ({ file, key, isDocumented })))
  const missing = all.filter(({ isDocumented }) => !isDocumented)
  const share = 1 - missing.length / all.length
  console.log(`documented: ${Math.floor(share * 100)} % of the ${all.length} exports of ${name}`)
  if (isListed || share < leastShare)
    for (const { file, key } of missing) console.log(`  ${path.relative(root, file)}: ${key}`)
  if (share < leastShare) process.exitCode = 1
}
