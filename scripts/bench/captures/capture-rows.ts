import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { capturePage, type CaptureOptions } from '@signet/connectors'
import { required } from '../../../packages/contract/src/narrow.ts'
import { deriveKeys } from '../../../apps/server/src/app/keys.ts'
import { openDatabase, type Database } from '../../../apps/server/src/db/database.ts'
import { openEmbeddedPostgres } from '../../../apps/server/src/db/embedded/embedded-postgres.ts'
import { migrate } from '../../../apps/server/src/db/migrate.ts'
import { runCapture } from '../../../apps/server/src/features/captures/run-capture.ts'
import { packOf } from '../../../apps/server/src/features/takedowns/packs/make-pack.ts'
import { localFileStore } from '../../../apps/server/src/files/local-file-store.ts'
import { openLog } from '../../../apps/server/src/log.ts'
import { chromium, noChromium } from '../../test/chromium.ts'
import { startCaptureSite } from './capture-site.ts'
import { median, type Row } from '../measure.ts'
import { treeCostOf, type TreeCost } from '../tree-cpu.ts'

const rounds = 5
/** A capture with its pack may take this many times as long as the screenshot of a bare Chromium. */
const goalRatio = 3
const companyId = 1

/** A capture with both visitors, and with the evidence pack, next to a screenshot of the same page by Chromium alone; on Linux. */
export async function captureRows(): Promise<Row[]> {
  const program = chromium()
  if (!program) throw new Error(noChromium)
  const directory = await mkdtemp(path.join(os.tmpdir(), 'signet-bench-'))
  await chmod(directory, 0o711)
  const site = await startCaptureSite()
  const embedded = await openEmbeddedPostgres({ dataDir: directory })
  const database = openDatabase(embedded.connection)
  try {
    await migrate(database)
    const options = { browser: { program }, allowAddress: [site.address] }
    const pack = await packMaker(database, path.join(directory, 'files'), site.url, options)
    const works = {
      bare: () => screenshot(program, site.url, directory),
      capture: () => capturePage(site.url, options),
      pack,
    }
    const costs = await costsOf(works)
    return (['capture', 'pack'] as const).flatMap((name) =>
      (['cpuSeconds', 'wallSeconds'] as const).map((measure) => rowOf(name, measure, costs)),
    )
  } finally {
    await database.close()
    await embedded.stop()
    await site.close()
    await rm(directory, { recursive: true, force: true })
  }
}

type Costs = Record<'bare' | 'capture' | 'pack', TreeCost[]>

/** Each once a round, in turn; the first round is a warm-up. */
async function costsOf(works: Record<keyof Costs, () => Promise<unknown>>): Promise<Costs> {
  const costs: Costs = { bare: [], capture: [], pack: [] }
  for (let round = 0; round <= rounds; round += 1) {
    for (const name of ['bare', 'capture', 'pack'] as const) {
      const cost = await treeCostOf(works[name])
      if (round > 0) costs[name].push(cost)
    }
  }
  return costs
}

const names = { capture: 'capture by two visitors', pack: 'capture, evidence and pack' }
const units = { cpuSeconds: 'CPU', wallSeconds: 'time' }

function rowOf(name: keyof typeof names, measure: keyof TreeCost, costs: Costs): Row {
  const [cost, bare] = [costs[name], costs.bare].map((all) => median(all.map((one) => one[measure])))
  const [seconds = 0, reference = 0] = [cost, bare]
  return {
    name: names[name],
    unit: units[measure],
    perSecond: 1 / seconds,
    reference: { name: 'bare screenshot', perSecond: 1 / reference },
    note: `${seconds.toFixed(2)} s, ${(seconds / reference).toFixed(1)} × the ${reference.toFixed(2)} s of the screenshot; goal ${goalRatio} ×`,
  }
}

async function screenshot(program: string, url: string, directory: string): Promise<void> {
  const profile = await mkdtemp(path.join(directory, 'profile-'))
  const args = ['--headless', '--no-sandbox', '--disable-gpu', '--window-size=1366,900', `--user-data-dir=${profile}`]
  const child = spawn(program, [...args, `--screenshot=${path.join(profile, 'view.png')}`, url], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the screenshot failed with code ${String(code)}`)
  await rm(profile, { recursive: true, force: true, maxRetries: 5 })
}

/** What a worker does for a capture, and then the server for a pack. */
async function packMaker(database: Database, directory: string, url: string, capture: CaptureOptions) {
  const files = localFileStore(directory)
  await database.pool.query(`insert into companies (key, name, threat_sources) values ('bench', 'Bench', '{URL}')`)
  const lookUps = {
    dnsServers: [],
    blockLists: [],
    rdapBootstrap: '',
    whoisRoot: '',
    allow: [...(capture.allowAddress ?? [])],
    capture: { browser: capture.browser ?? {}, exits: [], scoreMin: 100 },
  }
  const log = openLog('silent')
  const app = {
    database,
    files,
    keys: deriveKeys('a secret that only this benchmark uses'),
    publicOrigin: 'https://signet.example',
    portalOrigin: null,
    timestampUrl: null,
    log,
  }
  const request = {
    actor: {
      userId: '00000000-0000-4000-8000-000000000001',
      name: 'Bench',
      email: 'bench@signet.example',
      role: 'superAdmin' as const,
    },
    company: { id: companyId, key: 'bench', name: 'Bench', modules: {} },
    requestId: 'bench',
    ip: null,
  }
  return async () => {
    const { takedown, captureId } = await newCase(database, url)
    const signal = new AbortController().signal
    await runCapture({ database, files, enqueue, settings: lookUps, signal }, { companyId, captureId })
    if (!(await packOf(app, request, takedown))) throw new Error('no pack was made')
  }
}

const enqueue = () => Promise.resolve('')

/** A threat with a takedown and a capture that waits. */
async function newCase({ pool }: Database, url: string): Promise<{ takedown: string; captureId: string }> {
  const { rows } = await pool.query<{ takedown: string; captureId: string }>(
    `with threat as (insert into threats (company_id, id, source, fingerprint, title, search, threat_type, severity, status, stage, fields,
        score, first_seen, last_seen, published_at)
        select $1, id, 'URL', uuid_send(id), 'bench', 'bench', 'Phishing', 3, 'takedown', 'published',
          jsonb_build_object('link', $2::text), 80, now(), now(), now() from gen_random_uuid() id returning id),
      takedown as (insert into takedowns (company_id, id, threat_id, status, asset_state, reached_at, requested_by_name, updated_at)
        select $1, gen_random_uuid(), id, 'draft', 'active', '{}', 'Bench', now() from threat returning id),
      capture as (insert into captures (company_id, id, threat_id, address, trigger)
        select $1, gen_random_uuid(), id, $2, 'changed' from threat returning id)
    select takedown.id as takedown, capture.id as "captureId" from takedown, capture`,
    [companyId, url],
  )
  return required(rows[0], 'the new case')
}
