// `npm run sources:check`: starts the demo on a local internet and checks that each source gets threats through its own way in, and that
// coverage is right when providers throttle, fail, fall silent or are gone.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { AskedConnectorName, ConnectorState } from '@signet/contract/collection/connectors'
import { isRecord } from '@signet/contract/narrow'
import { threatSources, type ThreatSource } from '@signet/contract/threats/sources'
import { minuteMs } from '@signet/contract/time'
import { demoHosts, ownDomain } from '@signet/connectors/test/fakenet/demo-hosts'
import { announceHosts, startDemoInternet } from '@signet/connectors/test/fakenet/demo-internet'
import type { Manner } from '@signet/connectors/test/providers/fake-provider'
import { becomesReady, company, headersOf, reportScams, switchConnectorsOn } from './set-up-demo.ts'

const speed = 7200
const startMaxMs = 10 * minuteMs
/** How long after the start every source has threats. */
const threatsMaxMs = 3 * minuteMs
const statesMaxMs = 5 * minuteMs
const pollMs = 3000

/** What providers do in the second part, and the states that coverage then shows. */
const troubles: readonly (readonly [AskedConnectorName, Manner, ConnectorState])[] = [
  ['x', 'throttles', 'throttled'],
  ['reddit', 'expired', 'needsAccount'],
  ['telegramUser', 'throttles', 'throttled'],
  ['gitlab', 'fails', 'failing'],
  ['misp', 'changed', 'failing'],
  ['searxng', 'silent', 'silent'],
]
/** Those of them that work again by themselves when their provider does. */
const passing: readonly AskedConnectorName[] = ['gitlab', 'misp', 'searxng']

/** The titles of what is wrong with the own domain itself. */
const ownTitles: ReadonlySet<string> = new Set(['Email authentication', 'MX records'])

const failures: string[] = []
const sessions = new Map<string, ReturnType<typeof headersOf>>()
const folder = mkdtempSync(join(tmpdir(), 'signet-sources-'))
// The database may run as another user.
chmodSync(folder, 0o755)
const port = await freePort()
const origin = `http://127.0.0.1:${port}`
const net = await startDemoInternet(speed)
const server = spawn(process.execPath, ['scripts/start.ts'], {
  env: { ...process.env, ...net.environment(), DATA_DIR: folder, PORT: String(port) },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  if (!(await becomesReady(origin, AbortSignal.any([AbortSignal.timeout(startMaxMs), ended()]))))
    throw new Error('the demo did not start')
  await checkThreats()
  await checkCoverage()
} finally {
  server.kill('SIGTERM')
  if (server.exitCode === null) await once(server, 'exit')
  await net.close().catch(() => {})
  rmSync(folder, { recursive: true, force: true })
}
for (const failure of failures) console.error(failure)
process.exit(failures.length > 0 ? 1 : 0)

async function checkThreats(): Promise<void> {
  const since = Date.now()
  const known = new Set((await Promise.all(threatSources.map(queued))).flat().map(({ id }) => id))
  announceHosts(net)
  const never = new AbortController().signal
  const isSetUp = await Promise.all([switchConnectorsOn(origin, never), reportScams(origin, never)])
  if (!isSetUp.every(Boolean)) throw new Error('the demo could not be set up')
  const missing = new Set<ThreatSource>(threatSources)
  while (missing.size > 0 && Date.now() < since + threatsMaxMs) {
    for (const source of missing) {
      const found = (await queued(source)).find(
        ({ id, title }) => !known.has(id) || Object.keys(demoHosts).some((host) => title.includes(host)),
      )
      const reasons = found && (await reasonsOf(found.id))
      if (!found || !reasons?.length) continue
      missing.delete(source)
      const seconds = Math.round((Date.now() - since) / 1000)
      console.log(`${source.padEnd(15)} ${String(seconds).padStart(4)} s  ${found.title} – ${reasons.join(', ')}`)
    }
    await wait(pollMs)
  }
  for (const source of missing) failures.push(`${source}: no threat with reasons came in`)
  await checkOwnHosts(since)
}

/** The company's own domain is checked by the product itself, and a host below it is found. */
async function checkOwnHosts(since: number): Promise<void> {
  const wanted = `vpn.${ownDomain}`
  let threats: Awaited<ReturnType<typeof queued>> = []
  let hosts: string[] = []
  while ((threats.length < 2 || !hosts.includes(wanted)) && Date.now() < since + threatsMaxMs) {
    threats = (await queued('EASM')).filter(({ title }) => ownTitles.has(title))
    const found = await get(`/settings/discoveredHosts?company=${company}&limit=100`, 'superAdmin')
    hosts = listIn(isRecord(found) ? found['items'] : null).map(({ host }) => String(host))
    if (threats.length < 2) await wait(pollMs)
  }
  for (const { id, title } of threats) console.log(`own hosts        ${title} – ${(await reasonsOf(id)).join(', ')}`)
  if (threats.length < 2) failures.push('own hosts: no threats of the own domain came in')
  if (!hosts.includes(wanted)) failures.push(`own hosts: ${wanted} was not found`)
}

async function checkCoverage(): Promise<void> {
  for (const [connector, manner] of troubles) net.setPlatform(connector, manner)
  await expectStates(troubles.map(([connector, , state]) => [connector, state]))
  for (const [connector] of troubles) net.setPlatform(connector, 'ok')
  await expectStates(passing.map((connector) => [connector, 'collecting']))
  await net.close()
  await expectStates([
    ['appStore', 'failing'],
    ['github', 'failing'],
  ])
}

async function expectStates(expected: readonly (readonly [AskedConnectorName, ConnectorState])[]): Promise<void> {
  const until = Date.now() + statesMaxMs
  let wrong = expected
  while (wrong.length > 0 && Date.now() < until) {
    const states = await statesNow()
    for (const [connector, state] of wrong)
      if (states.get(connector) === state) console.log(`${connector.padEnd(15)} is shown as ${state}`)
    wrong = wrong.filter(([connector, state]) => states.get(connector) !== state)
    if (wrong.length > 0) await wait(pollMs)
  }
  for (const [connector, state] of wrong) failures.push(`${connector}: isn't shown as ${state}`)
}

async function statesNow(): Promise<Map<unknown, unknown>> {
  const rows = await get(`/coverage/companies?limit=100&company=${company}`, 'superAdmin')
  const items = listIn(isRecord(rows) ? rows['items'] : null)
  return new Map(
    items.flatMap((row) => listIn(row['connectors'])).map(({ connector, state }) => [connector, state] as const),
  )
}

async function queued(source: ThreatSource): Promise<{ id: string; title: string }[]> {
  const rows = await get(`/qa/getQAThreats?company=${company}&limit=100&threatSource=${source}`, 'qa')
  return listIn(isRecord(rows) ? rows['items'] : null).map(({ id, title }) => ({
    id: String(id),
    title: String(title),
  }))
}

async function reasonsOf(threatId: string): Promise<string[]> {
  const detail = await get(`/qa/threats/${threatId}?company=${company}`, 'qa')
  return listIn(isRecord(detail) ? detail['indicators'] : null).map(({ name }) => String(name))
}

async function get(path: string, role: 'superAdmin' | 'qa'): Promise<unknown> {
  const response = await fetch(`${origin}/api/rest${path}`, { headers: await signedIn(role) })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return response.json()
}

function listIn(value: unknown): Record<string, unknown>[] {
  return Array.isArray(value) ? value.filter((one) => isRecord(one)) : []
}

/** Each signs in once. */
function signedIn(role: 'superAdmin' | 'qa') {
  const headers = sessions.get(role) ?? headersOf(origin, role)
  sessions.set(role, headers)
  return headers
}

function ended(): AbortSignal {
  const controller = new AbortController()
  server.once('exit', () => controller.abort())
  return controller.signal
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' && address ? address.port : 0
}
