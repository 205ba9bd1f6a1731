// @vitest-environment happy-dom
import type { PortalSettings } from '@signet/contract/companies/portal-settings'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const userId = { value: 'u-1' }
vi.mock(import('./session-store.ts'), () => ({
  currentSession: () => ({ status: 'authenticated', user: { id: userId.value } }) as never,
  subscribeSession: () => () => true,
}))

let onServer: PortalSettings = {}
let sent: object[] = []
let isDown = false

beforeEach(() => {
  vi.resetModules()
  vi.useFakeTimers()
  localStorage.clear()
  userId.value = 'u-1'
  onServer = {}
  sent = []
  isDown = false
  vi.stubGlobal('fetch', async (_: string, init: RequestInit) => {
    await Promise.resolve()
    if (isDown) return new Response('{}', { status: 503 })
    if (init.method === 'PUT') {
      const { portal } = JSON.parse(init.body as string) as { portal: PortalSettings }
      sent.push(portal)
      onServer = { ...onServer, ...portal }
    }
    return new Response(JSON.stringify({ mail: 'off', severities: [], sources: [], portal: onServer }))
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const load = async () => {
  const settings = await import('./portal-settings.ts')
  const { syncSettings } = await import('./portal-sync.ts')
  const store = { read: settings.keptSettings, keep: settings.keepSettings }
  return { ...settings, syncSettings: () => syncSettings(store) }
}
const after = async (sync: () => Promise<void>) => {
  const done = sync()
  await vi.advanceTimersByTimeAsync(2000)
  await done
}

test('a setting has its default until the user changes it, and a change applies before it is sent', async () => {
  const { portalSetting, changeSettings, syncSettings } = await load()
  expect(portalSetting('density')).toBe('comfortable')
  changeSettings({ density: 'compact' })
  changeSettings({ keysOff: true })
  expect(portalSetting('density')).toBe('compact')
  expect(sent).toEqual([])
  await after(syncSettings)
  expect(sent).toEqual([{ density: 'compact', keysOff: true }])
})

test('a page load starts with the settings stored in this browser, then applies those set on another device', async () => {
  const first = await load()
  first.changeSettings({ density: 'compact' })
  await after(first.syncSettings)
  onServer = { ...onServer, keepMessages: true, density: 'comfortable' }
  vi.resetModules()
  const { portalSetting, syncSettings } = await load()
  expect(portalSetting('density')).toBe('compact')
  await after(syncSettings)
  expect(portalSetting('density')).toBe('comfortable')
  expect(portalSetting('keepMessages')).toBe(true)
})

test('settings that could not be sent are kept and sent later', async () => {
  isDown = true
  const first = await load()
  first.changeSettings({ density: 'compact' })
  await after(first.syncSettings)
  isDown = false
  onServer = { density: 'comfortable', keysOff: true }
  vi.resetModules()
  const { portalSetting, syncSettings } = await load()
  await after(syncSettings)
  expect(onServer).toEqual({ density: 'compact', keysOff: true })
  expect(portalSetting('density')).toBe('compact')
  expect(portalSetting('keysOff')).toBe(true)
})

test('each user has their own settings', async () => {
  const { portalSetting, changeSettings } = await load()
  changeSettings({ density: 'compact' })
  userId.value = 'u-2'
  expect(portalSetting('density')).toBe('comfortable')
  userId.value = 'u-1'
  expect(portalSetting('density')).toBe('compact')
})

const stored = (value: unknown) => localStorage.setItem('signet.portal.u-1', JSON.stringify(value))

test('stored settings of another shape are replaced by the default ones', async () => {
  stored({ values: { density: 'compact' }, unsent: ['density', 'removed'] })
  expect((await load()).keptSettings()).toEqual({ values: { density: 'compact' }, unsent: ['density'] })
  vi.resetModules()
  stored({ values: { keysOff: 'no' }, unsent: [] })
  expect((await load()).portalSetting('keysOff')).toBe(false)
  vi.resetModules()
  stored({ values: { keysOff: true } })
  expect((await load()).portalSetting('keysOff')).toBe(false)
})
