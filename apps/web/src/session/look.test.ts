// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { dateTime, viewerZone } from '../format/time/date-time.ts'
import { setOwnZone } from '../format/time/own-zone.ts'
import { chooseTheme, showLook } from './look.ts'

const signedIn: { user: object | null } = { user: null }
vi.mock(import('./session-store.ts'), () => ({
  currentSession: () => ({ status: 'authenticated', user: signedIn.user }) as never,
  subscribeSession: () => () => true,
}))
const sent: unknown[] = []
const reload = vi.fn<() => void>()

beforeEach(() => {
  localStorage.clear()
  sent.length = 0
  signedIn.user = null
  vi.spyOn(location, 'reload').mockImplementation(reload)
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    await Promise.resolve()
    sent.push(JSON.parse(body as string))
    return Response.json({})
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  reload.mockClear()
})

test('the user has their theme and language in every browser, whose sign-in page keeps them', () => {
  showLook({ theme: 'dark', locale: 'de-AT' })
  expect(document.documentElement.dataset['theme']).toBe('dark')
  expect(localStorage.getItem('signet.theme')).toBe('dark')
  expect(localStorage.getItem('signet.language')).toBe('de')
  expect(reload).toHaveBeenCalledOnce()
})

test('a user who has chosen nothing, or a language that the portal does not have, keeps that of the browser', () => {
  localStorage.setItem('signet.theme', 'dark')
  showLook({})
  showLook({ locale: 'fr' })
  showLook({ locale: 'en-GB' })
  expect(localStorage.getItem('signet.theme')).toBe('dark')
  expect(reload).not.toHaveBeenCalled()
})

test('a theme is stored for the user, and without one only in the browser', async () => {
  chooseTheme('light')
  expect(sent).toEqual([])
  signedIn.user = { id: 'u-1' }
  chooseTheme('dark')
  await vi.waitFor(() => expect(sent).toEqual([{ portal: { theme: 'dark' } }]))
})

test('times are in the zone of the user, or in that of the browser if there is none or it is unknown', () => {
  const here = viewerZone()
  setOwnZone('Asia/Kolkata')
  expect(dateTime('2026-11-18T20:00:00Z')).toBe('19 November 2026, 1:30 AM')
  setOwnZone('Mars/Olympus')
  expect(viewerZone()).toBe(here)
  setOwnZone(undefined)
})
