// @vitest-environment happy-dom
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { AppFilePart } from './app-file.tsx'
import { newQueryClient, show } from '../../../../test/show.tsx'

const client = newQueryClient()
afterEach(() => {
  cleanup()
  client.clear()
  vi.unstubAllGlobals()
})

const app = {
  id: '9c6f1f0e-6a55-4f6e-8a7e-0d6c4a2b1c3d',
  name: 'Google Play com.umber.pay.html',
  address: 'https://play.google.com/store/apps/details?id=com.umber.pay',
  isListing: true,
  size: 100,
  sha256: 'a'.repeat(64),
  state: 'read',
  problem: null,
  fields: { appName: 'Umber Pay' },
  isOwn: false,
  indicators: [],
  createdAt: '2026-11-25T20:00:00.000Z',
}

function open(fileId: string | undefined, answer: () => Response) {
  const sent: { url: string; body: unknown }[] = []
  vi.stubGlobal('fetch', (url: string, { body }: RequestInit = {}) => {
    sent.push({ url, body: typeof body === 'string' ? JSON.parse(body) : null })
    return Promise.resolve(answer())
  })
  const entered = vi.fn()
  const read = vi.fn()
  show(<AppFilePart company="bank" fileId={fileId} onEntered={entered} onRead={read} />, client)
  return { sent, entered, read }
}

const enter = (address: string) => {
  fireEvent.change(screen.getByLabelText('App store or download link (optional)'), { target: { value: address } })
  fireEvent.submit(screen.getByRole('button', { name: 'Fetch details' }).closest('form')!)
}

test('an address is sent as it was entered, and the app is followed', async () => {
  const { sent, entered } = open(undefined, () => Response.json({ ...app, state: 'reading' }, { status: 202 }))
  enter(` ${app.address} `)
  await vi.waitFor(() => expect(entered).toHaveBeenCalledWith(app.id))
  expect(sent).toMatchObject([{ body: { company: 'bank', address: app.address } }])
})

test('the upload names the files of apps for Android and for iOS once', () => {
  open(undefined, () => Response.json({}))
  expect(screen.getByText('or drop it here: apk, xapk, apkm, apks, aab, ipa, up to 250 MB')).not.toBeNull()
  expect(screen.getByText(/^Details are read from the page or file/)).not.toBeNull()
})

test('an address that is refused says why, next to it', async () => {
  const reason = { reason: 'NOT_AN_APP_ADDRESS', parameters: {}, message: "This isn't that of an app." }
  const body = { code: 'BAD_REQUEST', ...reason, details: [{ path: 'body.address', ...reason }] }
  const { entered } = open(undefined, () => Response.json(body, { status: 400 }))
  enter('https://play.google.com/store/apps/developer?id=Umber')
  expect((await screen.findByRole('alert')).textContent).toContain("isn't that of an app")
  expect(screen.getByLabelText('App store or download link (optional)').getAttribute('aria-invalid')).toBe('true')
  expect(entered).not.toHaveBeenCalled()
})

test('what was read fills the form, and an own app or a failure is said in words', async () => {
  const { read } = open(app.id, () => Response.json(app))
  await screen.findByText('Umber Pay was read.')
  expect(read).toHaveBeenCalledWith(app)
  cleanup()
  client.clear()
  open(app.id, () => Response.json({ ...app, isOwn: true }))
  await screen.findByText("Umber Pay is the company's own app.")
  cleanup()
  client.clear()
  const problem = {
    reason: 'APP_NOT_LISTED',
    parameters: { store: 'Google Play' },
    message: 'Google Play has no such app.',
  }
  open(app.id, () => Response.json({ ...app, state: 'unreadable', problem, fields: {} }))
  await screen.findByText(`${app.address}: Google Play has no such app.`)
})
