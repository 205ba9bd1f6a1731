// @vitest-environment happy-dom
import type { Role } from '@signet/contract/access/permissions'
import { connectors, type CompanyConnector, type SourceCoverage } from '@signet/contract/collection/connectors'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { CoverageNote } from './coverage-note.tsx'
import { SourcesPart } from './sources-part.tsx'
import { show, signIn } from '../../../test/show.tsx'

function connector(changes: Partial<CompanyConnector> & Pick<CompanyConnector, 'connector'>): CompanyConnector {
  return {
    source: connectors[changes.connector].source,
    state: 'off',
    ranAt: null,
    dataAt: null,
    nextRunAt: null,
    pausedAt: null,
    observed: 0,
    found: 0,
    suppressed: 0,
    skipped: 0,
    empty: 0,
    credentials: [],
    pausedBy: null,
    problem: null,
    quota: null,
    skips: [],
    bound: null,
    hook: null,
    test: null,
    ...changes,
  }
}
const refused = { reason: 'REQUIRED', parameters: {}, message: 'This field is required.' }

let all: CompanyConnector[] = []
let coverage: SourceCoverage[] = []
/** The paths that aren't answered. */
let down: string[] = []
let put: () => Response = () => Response.json(all)
let sent: unknown[] = []

beforeEach(() => {
  all = [
    connector({ connector: 'x', state: 'failing', credentials: ['token'], problem: refused }),
    connector({ connector: 'reddit', state: 'collecting', credentials: ['clientId', 'clientSecret'], observed: 7 }),
    connector({ connector: 'youtube' }),
  ]
  coverage = [
    { kind: 'threat', source: 'Twitter', state: 'troubled', dataAt: null, connectors: all.slice(0, 1) },
    { kind: 'threat', source: 'Reddit', state: 'collecting', dataAt: null, connectors: all.slice(1, 2) },
    { kind: 'threat', source: 'YouTube', state: 'off', dataAt: null, connectors: all.slice(2, 3) },
    { kind: 'threat', source: 'WhatsApp', state: 'importOnly', dataAt: null, connectors: [] },
  ]
  down = []
  put = () => Response.json(all)
  sent = []
})
async function open(role: Role, part = <SourcesPart />) {
  await signIn({ role, adminCompanies: ['bank'] }, (path, init) => {
    if (down.some((one) => path.includes(one))) return Promise.reject(new TypeError('down'))
    if (init.method === 'PUT') {
      sent.push(JSON.parse(typeof init.body === 'string' ? init.body : ''))
      return put()
    }
    return Response.json(path.includes('/coverage/sources') ? coverage : all)
  })
  show(part)
}

/** The text of each source in the list. */
const sources = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('staff read how many chats of an account are read when it has more', async () => {
  all = [connector({ connector: 'telegramUser', state: 'collecting', bound: { read: 100, of: 130 } })]
  coverage = [{ kind: 'threat', source: 'Telegram', state: 'collecting', dataAt: null, connectors: all }]
  await open('superAdmin')
  await screen.findByText(/^100 of at least 130 chats of the account are read/)
})

test('each source shows its state and how it is covered, with its own connectors below', async () => {
  await open('superAdmin')
  await screen.findByRole('button', { name: 'Set up YouTube' })
  expect(sources()).toEqual([
    expect.stringMatching(/Not collectingNo data is coming in from X\..*XFailing.*This field is required\./),
    expect.stringMatching(/CollectingCollected by Reddit\..*RedditCollecting.*7 records read, 0 new threats/),
    expect.stringMatching(/OffNo connector is turned on for this source\..*YouTubeOff.*Needs: Key/),
    expect.stringMatching(
      /Import onlyNo connector collects from this source\. Findings are reported, imported, submitted by other tools or entered manually\./,
    ),
  ])
})

test('a connector whose provider delivers shows its address and verify token, and can’t be run or tested', async () => {
  const hook = '/api/hooks/whatsApp/1_secret'
  all = [connector({ connector: 'whatsApp', state: 'waiting', credentials: ['clientSecret'], hook })]
  coverage = [{ kind: 'threat', source: 'WhatsApp', state: 'collecting', dataAt: null, connectors: all }]
  await open('superAdmin')
  await screen.findByRole('button', { name: 'Set up WhatsApp tip line' })
  expect(sources()[0]).toMatch(
    /Callback URL: http:\/\/\S+\/api\/hooks\/whatsApp\/1_secret.*Verify token: 1_secret.*Nothing has been delivered yet/,
  )
  expect(screen.queryByRole('button', { name: /^(Test|Run now)/ })).toBeNull()
})

test('a provider that is only asked about threats stands below the sources, and is set up with its account alone', async () => {
  all.push(connector({ connector: 'virusTotal', state: 'ready', credentials: ['key'] }))
  await open('superAdmin')
  fireEvent.click(await screen.findByRole('button', { name: 'Set up VirusTotal' }))
  expect(sources()).toHaveLength(coverage.length)
  expect(sources().join(' ')).not.toContain('VirusTotal')
  expect(screen.getByRole('heading', { name: 'Look-ups only' })).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Test the account with VirusTotal' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /(Run now|Pause).*VirusTotal/ })).toBeNull()
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.queryByRole('checkbox')).toBeNull()
  fireEvent.change(dialog.getByLabelText('Key'), { target: { value: 'secret' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toEqual([{ isOn: false, credentials: { key: 'secret' } }]))
})

test('an abuse mailbox is set up with a password or with OAuth, and says in how many emails nothing was found', async () => {
  all = [
    connector({
      connector: 'abuseMailbox',
      state: 'collecting',
      credentials: ['mailServer', 'user'],
      observed: 3,
      empty: 2,
    }),
    connector({ connector: 'feeds' }),
  ]
  coverage = [{ kind: 'threat', source: 'URL', state: 'collecting', dataAt: null, connectors: all }]
  await open('superAdmin')
  fireEvent.click(await screen.findByRole('button', { name: 'Set up Abuse mailbox' }))
  expect(sources()[0]).toMatch(/3 records read.*2 emails in which nothing was found/)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByLabelText('Token URL (OAuth 2.0) (optional)')).toBeTruthy()
  fireEvent.change(dialog.getByLabelText('Password (optional)'), { target: { value: 'secret' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toMatchObject([{ isOn: true, credentials: { password: 'secret' } }]))
})

test('feeds are entered one per line', async () => {
  all = [connector({ connector: 'feeds' })]
  coverage = [{ kind: 'threat', source: 'URL', state: 'off', dataAt: null, connectors: all }]
  await open('superAdmin')
  fireEvent.click(await screen.findByRole('button', { name: 'Set up Feeds by address' }))
  const dialog = within(await screen.findByRole('dialog'))
  const feeds = 'https://feeds.example/a.txt\nhttps://feeds.example/b.txt X-Api-Key: abc'
  fireEvent.change(dialog.getByLabelText('Addresses of feeds'), { target: { value: feeds } })
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(sent).toMatchObject([{ credentials: { feeds } }]))
})

test('a connector is paused and resumed with one button, and a paused one can’t be run', async () => {
  all = [connector({ connector: 'youtube', state: 'collecting', credentials: ['key'] })]
  coverage = [{ kind: 'threat', source: 'YouTube', state: 'collecting', dataAt: null, connectors: all }]
  await open('superAdmin')
  const paused = connector({
    connector: 'youtube',
    state: 'paused',
    credentials: ['key'],
    pausedAt: new Date().toISOString(),
    pausedBy: 'Ada',
  })
  put = () => Response.json([paused])
  fireEvent.click(await screen.findByRole('button', { name: 'Pause YouTube' }))
  await screen.findByText(/^Paused by Ada:/)
  expect(screen.queryByRole('button', { name: 'Run now: YouTube' })).toBeNull()

  put = () => Response.json([connector({ connector: 'youtube', state: 'collecting', credentials: ['key'] })])
  fireEvent.click(screen.getByRole('button', { name: 'Resume YouTube' }))
  await screen.findByRole('button', { name: 'Run now: YouTube' })
  expect(sent).toEqual([{ isPaused: true }, { isPaused: false }])
})

test('a source with nothing but paused connectors says so to its client', async () => {
  all = [
    connector({ connector: 'x', state: 'paused', pausedAt: new Date().toISOString() }),
    connector({ connector: 'reddit' }),
  ]
  coverage = [{ kind: 'threat', source: 'Twitter', state: 'paused', dataAt: null, connectors: all }]
  await open('client')
  await screen.findByText(/^Collection from X is paused\. No data yet$/)
  expect(sources()).toEqual([expect.stringContaining('Paused')])
})

test('a client sees the states without any button', async () => {
  await open('client')
  await screen.findByText(/^No data is coming in from X\./)
  expect(sources()).toHaveLength(4)
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByText('This field is required.')).toBeNull()
})

test('sources that could not be loaded are not shown as none, and are loaded on Retry', async () => {
  down = ['/coverage/sources']
  await open('client')
  await screen.findByRole('heading', { name: "Couldn't load the sources" })

  down = []
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/^No data is coming in from X\./)
  expect(screen.queryByRole('alert')).toBeNull()
})

test('connectors that could not be loaded are named once for all sources, and are loaded on Retry', async () => {
  down = ['/settings/connectors']
  await open('superAdmin')
  await screen.findByRole('heading', { name: "Couldn't load the connectors" })
  expect(sources()).toHaveLength(4)

  down = []
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByRole('button', { name: 'Set up X' })
  expect(screen.queryByRole('alert')).toBeNull()
})

test('the dialog sends only the credentials that were entered', async () => {
  await open('superAdmin')
  fireEvent.click(await screen.findByRole('button', { name: 'Set up Reddit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Reddit' })
  fireEvent.change(within(dialog).getByLabelText('Client secret'), { target: { value: 'new' } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(sent).toEqual([{ isOn: true, credentials: { clientSecret: 'new' } }])
})

test('the dialog shows a problem at the credential that it is about, and stays open', async () => {
  put = () => {
    const details = [{ ...refused, path: 'body.credentials.key' }]
    return Response.json({ code: 'BAD_REQUEST', message: 'x', details }, { status: 400 })
  }
  await open('superAdmin')
  fireEvent.click(await screen.findByRole('button', { name: 'Set up YouTube' }))
  const dialog = await screen.findByRole('dialog', { name: 'YouTube' })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  const note = await within(dialog).findByText('This field is required.')
  expect(within(dialog).getByLabelText('Key').getAttribute('aria-describedby')).toBe(note.id)
  expect(sent).toEqual([{ isOn: true, credentials: {} }])
})

test('an empty list says that the coverage could not be loaded, and loads it on Retry', async () => {
  down = ['/coverage/sources']
  await open('client', <CoverageNote kind="threat" source="YouTube" />)
  await screen.findByText("Couldn't load this source's coverage.")

  down = []
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }))
  await screen.findByText(/^No connector is turned on for this source\. No data yet$/)
  expect(screen.queryByRole('button')).toBeNull()
})

test('what brings in touts stands below, without accounts to set up; a company without touts has no such part', async () => {
  await open('superAdmin')
  await screen.findByText('WhatsApp')
  expect(screen.queryByRole('heading', { name: 'Touts' })).toBeNull()
  cleanup()

  coverage = [
    ...coverage,
    { kind: 'tout', source: 'YouTube', state: 'collecting', dataAt: null, connectors: all.slice(1, 2) },
    { kind: 'tout', source: 'Extension', state: 'importOnly', dataAt: null, connectors: [] },
  ]
  await open('superAdmin')
  await screen.findByRole('heading', { name: 'Touts' })
  await screen.findByText(/No connector collects touts from this source/)
  expect(screen.getAllByRole('button', { name: 'Set up YouTube' })).toHaveLength(1)
})
