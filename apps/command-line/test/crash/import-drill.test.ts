import fs from 'node:fs'
import { expect, test } from 'vitest'
import { importLimits, type ImportDetail } from '@signet/contract/collection/imports'
import { importFile, importOf } from './import-file.ts'
import { newKillWorld } from './kill-world.ts'

/** `npm run drill:import`: too long for every run; `crash-import.test.ts` does the same with fewer rows. */
const rows = Number(process.env['SIGNET_IMPORT_ROWS'] ?? 0)
const killsAt = [0.1, 0.3, 0.5, 0.7, 0.9]

/** The kind of each row: a new name, one that repeats an earlier one, one that is no domain, or no name at all. */
type Kind = 'added' | 'duplicate' | 'rejected' | 'skipped'
const kindOf = (n: number): Kind => {
  if (n % 50 === 7) return 'rejected'
  if (n % 50 === 9) return 'skipped'
  return n % 20 === 3 ? 'duplicate' : 'added'
}

function lineOf(n: number): string {
  const kind = kindOf(n)
  if (kind === 'rejected') return `no domain ${n},,,,`
  if (kind === 'skipped') return ',,High,,only a note'
  const name = kind === 'duplicate' ? `login-${n - 1}.test` : `login-${n}.test`
  const severity = ['Low', 'medium', 'High', ''][n % 4]
  const note = n % 10 === 0 ? '"said ""urgent"", then\na second line"' : 'seen in a report'
  return `${name},Registrar ${n % 100},${severity},2026-01-${String((n % 28) + 1).padStart(2, '0')},${note}`
}

/** Resident memory in megabytes; none for a process that ended. Source: proc_pid_status(5). */
const memoryOf = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(contentOf(`/proc/${pid}/status`))?.[1] ?? 0) / 1024)
const readersOf = (pid: number) =>
  fs
    .readdirSync('/proc')
    .filter(
      (name) =>
        /^\d+$/.test(name) &&
        contentOf(`/proc/${name}/cmdline`).includes('row-program') &&
        contentOf(`/proc/${name}/status`).includes(`PPid:\t${pid}\n`),
    )
    .map(Number)

function contentOf(file: string): string {
  try {
    return fs.readFileSync(file, 'utf8')
  } catch {
    // The process is gone.
    return ''
  }
}

test.runIf(rows > 0)(
  'a large import whose server is killed ends with exact counts',
  { timeout: 7_200_000 },
  async () => {
    const world = await newKillWorld(1)
    const counts: Record<Kind, number> = { added: 0, duplicate: 0, rejected: 0, skipped: 0 }
    const rejectedLines: number[] = []
    const lines = ['Domain,Registrar,Severity,First seen,Note']
    let line = 2
    for (let n = 0; n < rows; n += 1) {
      const text = lineOf(n)
      counts[kindOf(n)] += 1
      if (kindOf(n) === 'rejected') rejectedLines.push(line)
      line += text.split('\n').length
      lines.push(text)
    }
    const startedAt = performance.now()
    const { id, running } = await importFile(world, lines.join('\n'))
    let server = running
    const peak = { server: 0, reader: 0 }
    const watch = setInterval(() => {
      peak.server = Math.max(peak.server, memoryOf(server.pid))
      peak.reader = Math.max(peak.reader, ...readersOf(server.pid).map(memoryOf))
    }, 250)
    const say = (event: string) =>
      console.log(
        `${Math.round((performance.now() - startedAt) / 1000)} s: ${event}; server ${peak.server} MB, reader ${peak.reader} MB at most`,
      )
    try {
      for (const share of killsAt) {
        await expect
          .poll(async () => (await importOf(world, id)).rows_done, { interval: 200, timeout: 3_600_000 })
          .toBeGreaterThanOrEqual(rows * share)
        expect(await server.end('SIGKILL')).toMatchObject({ signal: 'SIGKILL' })
        say(`killed after ${(await importOf(world, id)).rows_done} rows`)
        server = await world.start()
      }
      await expect
        .poll(async () => (await importOf(world, id)).state, { interval: 500, timeout: 3_600_000 })
        .toBe('done')
      say('done')
    } finally {
      clearInterval(watch)
    }
    expect(await importOf(world, id)).toEqual({
      state: 'done',
      rows_done: rows,
      added: counts.added,
      duplicates: counts.duplicate,
      rejected: counts.rejected,
    })
    const [stored] = await world.signet.sql(
      `select (select count(*)::int from threats where title like 'login-%.test') as threats,
       (select count(distinct title)::int from threats where title like 'login-%.test') as titles,
       (select count(*)::int from imported_threats) as remembered, (select skipped from imports) as skipped`,
    )
    expect(stored).toEqual({
      threats: counts.added,
      titles: counts.added,
      remembered: counts.added,
      skipped: counts.skipped,
    })
    const answer = await world.call('GET', `/api/rest/v1/imports/${id}?company=${world.companyKey}`, {
      headers: { authorization: `Bearer ${await world.staffToken()}` },
    })
    const detail: ImportDetail | undefined = await answer?.json()
    expect(detail?.problems.map((problem) => problem.line)).toEqual(rejectedLines.slice(0, importLimits.problems))
    expect((await server.end('SIGTERM')).code).toBe(0)
  },
)
