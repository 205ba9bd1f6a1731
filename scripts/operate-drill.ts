// `npm run operate:drill`: what docs/operate.md says without Docker, from nothing to TLS, a backup, a restore on another machine and an
// update without a failed call. Each "machine" is a folder with a PostgreSQL server of its own; the proxy is Caddy with deploy/Caddyfile.
// As root on Debian it installs the packages it needs. What needs Docker isn't followed: the nightly run only starts compose.yaml.
import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { Machine, startCaddy, until } from './operate/machine.ts'
import { Visitor } from './operate/visitor.ts'
import { findSystemPostgres, freePort, installDebianPackage } from './system-postgres.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'signet-operate-'))
fs.chmodSync(folder, 0o755)
const startedAt = performance.now()
const email = 'clara@acme.example'
const password = `drill ${randomBytes(9).toString('hex')}`
const page = randomBytes(40_000)
const names = ['api-1', 'api-2', 'worker-1', 'worker-2'] as const

const step = (text: string) =>
  console.error(`${((performance.now() - startedAt) / 1000).toFixed(0).padStart(4)} s  ${text}`)
const hashOf = (content: Buffer) => createHash('sha256').update(content).digest('hex')

function must(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(what)
}

const hasProgram = (name: string) => spawnSync(name, ['version']).status === 0
if (!findSystemPostgres()) installDebianPackage('postgresql')
if (!hasProgram('caddy')) installDebianPackage('caddy')
const bin = findSystemPostgres()
if (!bin || !hasProgram('caddy')) {
  console.error('Install the Debian packages postgresql and caddy, then run it again.')
  process.exit(1)
}

/** All services of a machine and the proxy in front of them. */
async function serve(machine: Machine, program: string) {
  const ports = await Promise.all(names.map(() => freePort()))
  for (const [index, name] of names.entries()) await machine.start(program, name, ports[index] ?? 0)
  const caddy = await startCaddy(root, machine.folder, ports.slice(0, 2))
  const visitor = new Visitor(caddy.origin, caddy.authority)
  const isReady = async () => (await visitor.call('GET', '/readyz').catch(() => null))?.status === 200
  await until('the portal answers over TLS', isReady)
  return { ports, caddy, visitor }
}

/** The next version: this one with a migration more, in a folder of its own. */
function nextVersion(): string {
  const next = path.join(folder, 'next')
  const tracked = spawnSync('git', ['ls-files', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  }).stdout
  for (const file of tracked.split('\0').filter((name) => /^(apps|packages|package|scripts)/.test(name))) {
    const target = path.join(next, file)
    fs.mkdirSync(path.dirname(target), { recursive: true })
    if (fs.existsSync(path.join(root, file))) fs.copyFileSync(path.join(root, file), target)
  }
  // The same packages: the links of the workspaces lead to the new folder.
  for (const place of [
    '.',
    ...['apps', 'packages'].flatMap((of) => fs.readdirSync(path.join(root, of)).map((name) => `${of}/${name}`)),
  ])
    if (fs.existsSync(path.join(root, place, 'node_modules')))
      spawnSync('cp', ['-a', '--reflink=auto', path.join(root, place, 'node_modules'), path.join(next, place)])
  spawnSync('cp', ['-a', path.join(root, 'apps/web/dist'), path.join(next, 'apps/web')])
  fs.writeFileSync(
    path.join(next, 'apps/server/migrations/9001-drill.sql'),
    '-- A column of the next version. Locks requests for an instant.\n-- Compatible from: 0.1.0\nalter table requests add column drilled boolean;\n',
  )
  return next
}

const machines: Machine[] = []
try {
  if (!fs.existsSync(path.join(root, 'apps/web/dist/index.html')))
    spawnSync('npm', ['run', 'build'], { cwd: root, stdio: 'inherit' })

  step('Without Docker: PostgreSQL, its owner, settings.env')
  const settings = {
    SIGNET_SECRET: randomBytes(32).toString('base64'),
    SIGNET_KEK: randomBytes(32).toString('base64'),
    SIGNET_PROXIES: '127.0.0.1',
    SIGNET_ENRICH: '0',
    SIGNET_LOG: 'warn',
  }
  const first = await Machine.make(bin, path.join(folder, 'first'), settings)
  machines.push(first)
  first.run(root, ['migrate'])
  first.run(root, ['company', 'add', '--key', 'acme', '--name', 'Acme Ltd'])
  first.run(root, ['user', 'add', '--email', email, '--name', 'Clara', '--company', 'acme', '--role', 'client'], {
    input: `${password}\n`,
  })

  step('Services and the proxy with TLS')
  const old = await serve(first, root)
  await old.visitor.signIn(email, password)
  const form = new FormData()
  for (const [name, value] of [
    ['company', 'acme'],
    ['kind', 'question'],
    ['subject', 'A page'],
    ['text', 'Please look.'],
  ] as const)
    form.append(name, value)
  const picture = Buffer.concat([Buffer.from('hello '), Buffer.from(page.toString('base64'))])
  form.append('files', new Blob([picture], { type: 'text/plain' }), 'page.txt')
  const added = await old.visitor.call('POST', '/api/rest/requests', form)
  must(added.status === 201, `The request was refused: ${added.status} ${added.body.toString()}`)
  const requestId = String(added.json['id'])

  step('Doctor')
  const checks = first.run(root, ['doctor'], { codes: [0, 1] }).lines
  const failed = checks.filter((check) => check['state'] === 'failed')
  must(checks.length > 0 && failed.length === 0, `doctor: ${JSON.stringify(failed)}`)

  step('Backup, with a recovery key')
  const place = path.join(folder, 'backups')
  fs.mkdirSync(place)
  const [pair = {}] = first.run(root, ['backup', '--new-recovery-key']).lines
  const { privateKey, publicKey } = pair
  if (typeof privateKey !== 'string' || typeof publicKey !== 'string') throw new Error('No recovery key was printed')
  const keyFile = path.join(folder, 'recovery-key')
  fs.writeFileSync(keyFile, `${privateKey}\n`, { mode: 0o600 })
  first.settings['SIGNET_RECOVERY_KEY'] = publicKey
  first.run(root, ['backup', place, '--check', '--keep', '14'])
  await old.caddy.stop()
  await first.stopAll()

  step('Restore on another machine, with the same secrets')
  const second = await Machine.make(bin, path.join(folder, 'second'), settings)
  machines.push(second)
  second.run(root, ['restore', place, '--recovery-key', keyFile])
  second.run(root, ['audit', 'verify'])
  const fresh = await serve(second, root)
  await fresh.visitor.signIn(email, password)
  const restored = await fresh.visitor.call('GET', `/api/rest/requests/${requestId}?company=acme`)
  const files = (restored.json['request'] ?? restored.json) as { files?: { href?: string }[] }
  const href = files.files?.[0]?.href ?? ''
  const file = await fresh.visitor.call('GET', href)
  must(hashOf(file.body) === hashOf(picture), `The file differs: ${restored.status} ${href} ${file.status}`)

  step('Update to the next version, while somebody uses the portal')
  const next = nextVersion()
  const plan = second.run(next, ['migrate', '--plan']).lines
  must(plan.length === 1 && plan[0]?.['compatibleFrom'] === '0.1.0', `The plan: ${JSON.stringify(plan)}`)
  const ending = new AbortController()
  const seen = { ok: 0, failed: [] as number[] }
  const using = (async () => {
    while (!ending.signal.aborted) {
      const { status } = await fresh.visitor
        .call('GET', `/api/rest/requests/${requestId}?company=acme`)
        .catch(() => ({ status: 0 }))
      if (status === 200) seen.ok += 1
      else seen.failed.push(status)
    }
  })()
  second.run(next, ['migrate'])
  for (const [index, name] of names.entries()) {
    await second.stop(name)
    await second.start(next, name, fresh.ports[index] ?? 0)
  }
  ending.abort()
  await using
  must(
    seen.failed.length === 0 && seen.ok > 0,
    `Calls failed during the update: ${seen.failed.join(', ')} of ${seen.ok}`,
  )
  step(`${seen.ok} calls answered during the update, none failed`)
  await fresh.caddy.stop()
  await second.stopAll()
  step('Everything in docs/operate.md worked.')
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  for (const machine of machines) await machine.remove()
  if (process.exitCode) console.error(`Logs are in ${folder}`)
  else fs.rmSync(folder, { recursive: true, force: true })
}
