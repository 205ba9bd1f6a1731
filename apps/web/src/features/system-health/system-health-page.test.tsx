// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { serverError, showPage, signIn } from '../../../test/show.tsx'
import { checkedText } from './health-summary.tsx'
import { SystemHealthPage } from './system-health-page.tsx'

const job = {
  id: 'j',
  name: 'send-mail',
  company: null,
  attempts: 5,
  queuedAt: '2026-11-01T10:00:00Z',
  failedAt: '2026-11-01T11:00:00Z',
  error: 'connect ECONNREFUSED',
}
const page = (...items: unknown[]) => ({ items, total: items.length, pageNumber: 1, limit: 20 })
const unmeasured = { measuredOn: null, disk: null, database: null, tables: [], companies: [] }
const empty = {
  '/diagnostics': [],
  '/diagnostics/jobs': [],
  '/diagnostics/jobs/failed': page(),
  '/diagnostics/processes': [],
  '/diagnostics/disk': unmeasured,
  '/diagnostics/slowCalls': [],
  '/diagnostics/mails': page(),
  '/diagnostics/feeds': [],
}

const sent: string[] = []
/** Opens the page, with the answers of the server by path; all other reads fail. */
async function open(answers: Record<string, unknown>) {
  sent.length = 0
  await signIn({ role: 'superAdmin' }, (path, { method = 'GET' }) => {
    if (method !== 'GET') {
      sent.push(`${method} ${path.replace('/api/rest', '')}`)
      return new Response(null, { status: 204 })
    }
    const at = path.replace('/api/rest', '').replace(/\?.*/, '')
    return at in answers ? Response.json(answers[at]) : serverError()
  })
  showPage(() => <SystemHealthPage />)
}

const rowOf = async (name: string) => within((await screen.findByText(name, { selector: 'b' })).closest('li')!)

test("each part that couldn't be loaded says so, and none is shown as empty", async () => {
  await open({})
  for (const what of [
    'system health',
    'processes',
    'disk use',
    'slow calls',
    'emails',
    'failed jobs',
    'background jobs',
    'data feeds',
  ])
    await screen.findByRole('heading', { name: `Couldn't load ${what}` })
  expect(screen.queryByText(/^No failed jobs/)).toBeNull()
  expect(screen.queryByText(/^No emails yet/)).toBeNull()
})

test('what has nothing to show says why', async () => {
  await open(empty)
  await screen.findByText(/A job that fails in its last attempt stays here for a week\./)
  await screen.findByText(/^No emails yet\. Without a mail server/)
  await screen.findByText('No feeds read yet. Feeds appear here after a scan has read them.')
  await screen.findByText(/^Not measured yet\. A worker measures/)
  await screen.findByText(/^No call is slow: in the last 24 hours/)
})

test('a failed job shows its error, and is run again at once but discarded only after a question', async () => {
  await open({ ...empty, '/diagnostics/jobs/failed': page(job) })
  await screen.findByText('connect ECONNREFUSED')
  fireEvent.click(screen.getByRole('button', { name: 'Retry: Send email' }))
  await expect.poll(() => sent).toEqual(['POST /diagnostics/jobs/send-mail/j/retry'])
  fireEvent.click(screen.getByRole('button', { name: 'Discard: Send email' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Discard this job?' }))
  expect(sent).toHaveLength(1)
  fireEvent.click(dialog.getByRole('button', { name: 'Discard' }))
  await expect.poll(() => sent[1]).toBe('DELETE /diagnostics/jobs/send-mail/j')
})

test('slow calls come with their number and times, and lead to their requests in Logs', async () => {
  const path = '/api/rest/threats/:source'
  await open({
    ...empty,
    '/diagnostics/slowCalls': [{ method: 'GET', path, count: 1204, p95ms: 709, longestMs: 125_001 }],
  })
  const table = within(await screen.findByRole('region', { name: 'Slow calls' }))
  const cells = table.getAllByRole('cell').map((cell) => cell.textContent?.replaceAll('\u00a0', ' '))
  expect(cells).toEqual(['1,204', '0.8 s', '2 m 6 s'])
  const href = table.getByRole('link', { name: `GET ${path}` }).getAttribute('href') ?? ''
  const address = new URL(href, 'https://portal.test')
  expect(address.pathname).toBe('/traffic')
  expect(address.searchParams.get('q')).toBe(path)
  expect(address.searchParams.get('method')).toBe('GET')
  screen.getByText(/^API calls with a p95 above 500 ms in the last 24 hours, without event streams\./)
})

test('an email that was kept is shown as text, whatever it contains', async () => {
  const mail = {
    id: 'm',
    company: 'bank',
    at: job.failedAt,
    from: 'a@x.test',
    to: 'b@x.test',
    subject: 'Hello',
    html: '',
  }
  await open({ ...empty, '/diagnostics/mails': page({ ...mail, text: '<img src=x onerror=alert(1)>' }) })
  await screen.findByText('<img src=x onerror=alert(1)>')
})

test('a part that failed says since when, one that is not set up is no failure', async () => {
  const detail = { message: 'No answer', parameters: {} }
  await open({
    ...empty,
    '/diagnostics': [
      { name: 'database', ok: true, detail },
      { name: 'backups', ok: false, detail, since: '2026-11-01T10:00:00Z' },
      { name: 'mail', ok: true, isOff: true, detail },
    ],
  })
  const backup = await rowOf('Backup')
  backup.getByText('Failed')
  backup.getByText(/^Failing since/)
  const email = await rowOf('Email')
  email.getByText('Not set up')
  email.getByRole('button', { name: 'Test Email' })
})

test('jobs are summed up as they are now, and kinds that have nothing to do are left out', async () => {
  const idle = { waiting: 0, running: 0, failed: 0, oldestSeconds: null }
  await open({
    ...empty,
    '/diagnostics/jobs': [
      { name: 'send-mail', ...idle, waiting: 3, oldestSeconds: 4 },
      { name: 'scan', ...idle, running: 1, failed: 2 },
      { name: 'probe', ...idle },
    ],
  })
  await screen.findByText(/^3 waiting now, 1 running, 2 failed\. Kinds of jobs with nothing to do aren't listed\.$/)
  expect(screen.queryByText('Test job')).toBeNull()
})

const stateOf = (name: string) => screen.getByText(name).closest('tr')?.querySelector('td')?.textContent
const log = {
  id: 'a',
  operator: 'Example',
  description: 'Rome',
  url: 'https://rome.test/',
  kind: 'rfc6962',
  state: 'reading',
  treeSize: 9,
  position: 9,
  backlog: 0,
  lagSeconds: 2,
  isBehind: false,
  isDemo: false,
  entriesRead: 9,
  namesRead: 9,
  unreadable: 0,
  gaps: 0,
  checkedAt: null,
  retryAt: null,
  error: null,
}

test('one sentence sums up the checks, and a log that lacks entries is not OK', async () => {
  const detail = { message: 'Fine', parameters: {} }
  await open({
    ...empty,
    '/diagnostics': [
      { name: 'database', ok: true, detail },
      { name: 'mailboxes', ok: true, isOff: true, detail },
      { name: 'diskGrowth', ok: true, isOff: true, detail },
    ],
    '/diagnostics/ctLogs': {
      isOn: true,
      logs: [
        log,
        { ...log, id: 'b', description: 'Oslo', gaps: 256 },
        { ...log, id: 'c', description: 'Bern', isBehind: true },
        { ...log, id: 'd', description: 'Past', state: 'ended', gaps: 3 },
      ],
    },
  })
  await screen.findByText(
    /^3 checks: 1 OK, none failed, 1 not in use, 1 not due yet\. Certificate logs: 1 behind, 1 with gaps\. Checked just now\.$/,
  )
  screen.getByText('4 logs: 1 behind, 1 with gaps')
  expect(['Rome', 'Oslo', 'Bern', 'Past'].map(stateOf)).toEqual(['OK', 'Gaps', 'Behind', 'Retired'])
  screen.getByText('Needs attention')
})

test('the logs of the demo are a sentence without figures, and are no lack of the installation', async () => {
  const detail = { message: 'Fine', parameters: {} }
  await open({
    ...empty,
    '/diagnostics': [{ name: 'database', ok: true, detail }],
    '/diagnostics/ctLogs': {
      isOn: true,
      logs: [
        { ...log, description: 'Amber', isDemo: true, isBehind: true },
        { ...log, id: 'b', description: 'Birch', isDemo: true, gaps: 256 },
      ],
    },
  })
  await screen.findByText('2 logs are invented for the demo and never read, so no figures are shown.')
  expect(screen.queryByRole('table', { name: 'Certificate logs' })).toBeNull()
  expect(screen.queryByText('Amber')).toBeNull()
  screen.getByText('1 check: 1 OK, none failed. Checked just now.')
  screen.getByText('No problems')
})

test('the setup is incomplete until an operator has set up all that is needed, each named with a link to its check', async () => {
  const detail = { message: 'Nothing yet', parameters: {} }
  await open({
    ...empty,
    '/diagnostics': [
      { name: 'database', ok: true, detail },
      { name: 'mail', ok: true, isOff: true, detail },
      { name: 'mailboxes', ok: true, isOff: true, detail },
      { name: 'backups', ok: true, isOff: true, detail },
    ],
  })
  await screen.findByText('Setup incomplete')
  expect(screen.queryByText('No problems')).toBeNull()
  const links = screen.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])
  expect(links).toEqual([
    ['Email', '#check-mail'],
    ['Backup', '#check-backups'],
  ])
  for (const [name, href] of links)
    expect(document.querySelector(href ?? '')?.querySelector('b')?.textContent).toBe(name)
  expect(screen.getByText('Setup incomplete').parentElement?.textContent).toBe(
    'Setup incomplete 4 checks: 1 OK, none failed, 2 not set up, 1 not in use. Still to be set up: Email, Backup. Checked just now.',
  )
})

test('what is in use and works is no problem, whatever is optional', async () => {
  const detail = { message: 'Fine', parameters: {} }
  await open({
    ...empty,
    '/diagnostics': [
      { name: 'mail', ok: true, detail },
      { name: 'mailboxes', ok: true, isOff: true, detail },
      { name: 'backups', ok: true, isOff: true, detail: { ...detail, reason: 'BACKUP_OF_NODES' } },
    ],
  })
  await screen.findByText('No problems')
  expect(screen.queryByRole('link')).toBeNull()
})

test('a check that failed is the overall state', async () => {
  const detail = { message: 'No answer', parameters: {} }
  await open({
    ...empty,
    '/diagnostics': [
      { name: 'database', ok: false, detail },
      { name: 'mail', ok: true, isOff: true, detail },
    ],
  })
  await screen.findByText('Problems')
  screen.getByRole('link', { name: 'Email' })
  expect(screen.queryByText('No problems')).toBeNull()
})

test('the time of the checks is named to the minute', () => {
  const now = new Date('2026-11-01T10:05:00Z')
  expect(checkedText(now.getTime() + 10_000, now)).toBe('Checked just now.')
  expect(checkedText(now.getTime() - 60_000, now)).toBe('Checked 1 minute ago.')
})

test('checks that failed come first, then those to set up, not in use or not due, and those in order last', async () => {
  const detail = { message: 'Fine', parameters: {} }
  await open({
    ...empty,
    '/diagnostics': [
      { name: 'diskGrowth', ok: true, isOff: true, detail },
      { name: 'database', ok: true, detail },
      { name: 'mailboxes', ok: true, isOff: true, detail },
      { name: 'mail', ok: true, isOff: true, detail },
      { name: 'backups', ok: false, detail },
    ],
  })
  const list = (await screen.findByText('Database', { selector: 'b' })).closest('ul')!
  const names = within(list)
    .getAllByRole('listitem')
    .map((row) => row.querySelector('b')?.textContent)
  expect(names).toEqual(['Backup', 'Email', 'Mailboxes', 'Disk growth', 'Database'])
})

test('a check says how many are overdue in the demo companies, which it leaves out', async () => {
  const takedowns = {
    name: 'takedowns',
    ok: true,
    detail: { reason: 'TAKEDOWNS_STATE', parameters: { overdue: 0 }, message: 'No takedown is past its target time.' },
  }
  await open({
    ...empty,
    '/diagnostics': [
      { ...takedowns, overdueInDemo: 49 },
      { ...takedowns, name: 'requests' },
    ],
  })
  const row = await rowOf('Takedown targets')
  row.getByText('No takedown is past its target time.')
  row.getByText('Not counted: 49 overdue in demo companies.')
  expect((await rowOf('Request due dates')).queryByText(/demo companies/)).toBeNull()
})

test('the sizes of the tables have one unit, and end with the rest and the whole of the database', async () => {
  await open({
    ...empty,
    '/diagnostics/disk': {
      measuredOn: '2026-11-30',
      disk: { used: 178e9, free: 74e9, perDay: null, days: 0, daysUntilFull: null },
      database: { bytes: 1.9e9, perDay: 2e6 },
      tables: [
        { name: 'threats', bytes: 1.25e9, rows: 9000, perDay: 1e8 },
        { name: 'events', bytes: 2e7, rows: 10, perDay: -1000 },
      ],
      companies: [],
    },
  })
  const table = within(await screen.findByRole('region', { name: 'Tables' }))
  const rows = table.getAllByRole('row').map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(rows).toEqual([
    ['Table', 'Size, GB', 'Per day, MB', 'Rows'],
    ['threats', '1.3', '+100', '9,000'],
    ['events', '<0.1', '0', '10'],
    ['Other tables', '0.6', '–', ''],
    ['Whole database', '1.9', '+2', ''],
  ])
  screen.getByText('178 GB of 252 GB used, 74 GB free')
})

test('a process is named by what it does, with where it runs and its last sign of life below', async () => {
  const at = new Date().toISOString()
  const worker = { id: 'p', host: 'vm', pid: 7, services: ['api', 'worker'], version: '1.2', startedAt: at, beatAt: at }
  await open({ ...empty, '/diagnostics/processes': [{ ...worker, isSilent: false }] })
  const row = await rowOf('API, Worker')
  row.getByText('OK')
  row.getByText('vm, process 7, version 1.2')
  row.getByText(/^Last sign of life , started/)
})
