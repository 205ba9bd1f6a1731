import fs from 'node:fs'
import path from 'node:path'
import { build, createServer, resolveConfig, type Plugin, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { definitions } from '@signet/contract'
import { sourcesIn as filesIn } from './source-imports.ts'

const root = path.resolve(import.meta.dirname, '..')
const configFile = path.join(root, 'apps/web/vite.config.ts')
const contractDir = path.join(root, 'packages/contract/src')
// Excludes the generated list of these modules, which exports nothing else.
const contractFiles = filesIn(contractDir).filter((file) => !file.includes('.test.') && !file.includes('.generated.'))

type Exports = Record<string, Record<string, unknown>>

/** A value in a form that can be compared between two programs that created it: sets and maps as lists, functions as their names. */
const written = (value: unknown) =>
  JSON.stringify(value, (_key, inner: unknown) => {
    if (typeof inner === 'function') return `function ${inner.name}`
    if (inner instanceof Map || inner instanceof Set) return [...inner]
    return inner instanceof RegExp || typeof inner === 'bigint' ? String(inner) : inner
  })

/** All exports of the contract with their values, by `module: name`. */
const valuesOf = (modules: Exports) =>
  new Map(
    Object.entries(modules).flatMap(([module, values]) =>
      Object.entries(values).map(([name, value]) => [`${module}: ${name}`, written(value)] as const),
    ),
  )

/** Modules of packages in the build of the portal, with their built code. */
let packageModules: { id: string; code: string }[] = []
let inBuild: Exports
let inDevelopment: Exports

beforeAll(async () => {
  const modules: Plugin = {
    name: 'modules-of-packages',
    moduleParsed({ id, code }) {
      if (id.includes('/node_modules/') && /\.m?js$/.test(id)) packageModules.push({ id, code: code ?? '' })
    },
  }
  const quiet = { configFile, logLevel: 'silent' } as const
  await build({ ...quiet, build: { write: false }, plugins: [modules] })

  const entry = '\0whole-contract'
  const wholeContract: Plugin = {
    name: 'whole-contract',
    resolveId: (id) => (id === entry ? id : null),
    load: (id) =>
      id === entry
        ? contractFiles
            .map((file) => `export * as ${path.basename(file, '.ts').replaceAll('-', '_')} from '${file}'`)
            .join('\n')
        : null,
  }
  const built = (await build({
    ...quiet,
    plugins: [wholeContract],
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: entry,
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput
  const [{ code }] = built.output
  inBuild = (await import(`data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)) as Exports

  const server = await createServer({ ...quiet, server: { middlewareMode: true, ws: false }, appType: 'custom' })
  const loaded = await Promise.all(
    contractFiles.map(async (file) => [
      path.basename(file, '.ts').replaceAll('-', '_'),
      await server.ssrLoadModule(file),
    ]),
  )
  inDevelopment = Object.fromEntries(loaded) as Exports
  await server.close()
}, 120_000)
afterAll(() => {
  packageModules = []
})

test('the portal is built from its packages as they were published', () => {
  expect(packageModules.length).toBeGreaterThan(50)
  const rewritten = packageModules.filter(({ id, code }) => fs.readFileSync(id, 'utf8') !== code)
  expect(rewritten.map(({ id }) => path.relative(root, id))).toEqual([])
})

test.each(['build', 'serve'] as const)('nothing stands in the place of a package in `vite %s`', async (command) => {
  const { resolve } = await resolveConfig({ configFile }, command)
  const own = resolve.alias.filter(({ find }) => !String(find).includes('@vite'))
  expect(own.map(({ find }) => String(find))).toEqual([])
})

test('development loads the contract that is built', () => {
  const built = valuesOf(inBuild)
  const loaded = valuesOf(inDevelopment)
  expect([...loaded.keys()].toSorted()).toEqual([...built.keys()].toSorted())
  expect([...loaded.keys()].filter((name) => loaded.get(name) !== built.get(name))).toEqual([])
  expect(built.size).toBeGreaterThan(400)
})

test('every route of the contract is there, with where it goes and nothing else', () => {
  const { routes } = inBuild['index'] as { routes: typeof definitions }
  const wanted = Object.entries(definitions).map(([name, each]) => [name, { method: each.method, path: each.path }])
  expect(routes).toEqual(Object.fromEntries(wanted))
})

test('the portal uses nothing of the contract that only the server has', () => {
  const missing = sourcesIn(path.join(root, 'apps/web/src')).flatMap((file) => {
    const found = fs.readFileSync(file, 'utf8').matchAll(/^import \{([^}]*)\} from '@signet\/contract\/([\w-]+)'/gm)
    return [...found].flatMap(([, names = '', module = '']) =>
      names
        .split(',')
        .map((name) => name.trim())
        .filter((name) => name !== '' && !name.startsWith('type '))
        .map((name) => name.split(' ')[0] ?? '')
        .filter((name) => !(name in (inBuild[module.replaceAll('-', '_')] ?? {})))
        .map((name) => `${path.relative(root, file)}: ${name} of ${module}`),
    )
  })
  expect(missing).toEqual([])
})

function sourcesIn(directory: string): string[] {
  return fs
    .readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => path.join(directory, name))
}
