import fs from 'node:fs'
import path from 'node:path'
import { sourcesIn } from './source-imports.ts'

const src = path.resolve(import.meta.dirname, '../apps/web/src')
const router = path.join(src, 'router')

/** A page that a feature names, and the file in its folder that exports it, as the router imports it. */
interface FoundPage {
  name: string
  file: string
  /** Loaded immediately; see `navigation/feature.ts`. */
  isFirst: boolean
}

/** The lists of the portal's router, by file: the features, the locations of their pages, and the pages that are loaded first. */
export function portalFeatures(note: string, nameOf: (file: string) => string): Record<string, () => string> {
  const files = [...fs.globSync('features/*/feature.ts', { cwd: src }).toSorted(), 'shell/feature.ts']
  const features = files.map((file) => ({ file, name: nameOf(path.basename(path.dirname(file))) }))
  const pages = files.flatMap(pagesOf).toSorted((a, b) => (a.name < b.name ? -1 : 1))
  return {
    'apps/web/src/router/features.generated.ts': () =>
      `${note}${features.map(({ file, name }) => `import { feature as ${name} } from '../${file}'\n`).join('')}
export const features = [
${features.map(({ name }) => `  ${name},\n`).join('')}] as const
`,
    'apps/web/src/router/pages.generated.ts': () =>
      `${note}
/** Where the pages lie. Read when one of them is opened: the names of their files are no part of the first load. */
${table(
  'pages',
  pages.filter(({ isFirst }) => !isFirst),
)}`,
    'apps/web/src/router/first-pages.generated.ts': () =>
      `${note}
/** Where the pages lie that the portal is begun at. */
${table(
  'firstPages',
  pages.filter(({ isFirst }) => isFirst),
)}`,
  }
}

function pagesOf(feature: string): FoundPage[] {
  const folder = path.join(src, path.dirname(feature))
  const sources = sourcesIn(folder).filter((file) => file.endsWith('-page.tsx'))
  const named = fs.readFileSync(path.join(src, feature), 'utf8').matchAll(/\bpage: '(\w+)'([^}]*)\}/g)
  const isFirst = new Map([...named].map(([, name = '', rest = '']) => [name, rest.includes('isFirst: true')]))
  return [...isFirst].map(([name, first]) => {
    const exported = new RegExp(String.raw`export (function|const) ${name}\b`)
    const file = sources.find((each) => exported.test(fs.readFileSync(each, 'utf8')))
    if (!file) throw new Error(`${feature}: no file next to it that ends in -page.tsx exports ${name}`)
    return { name, file: path.relative(router, file), isFirst: first }
  })
}

function table(name: string, rows: readonly FoundPage[]): string {
  return `export const ${name} = {\n${rows.map((row) => `  ${row.name}: () => import('${row.file}'),\n`).join('')}}\n`
}
