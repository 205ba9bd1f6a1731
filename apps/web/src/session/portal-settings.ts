import { useCallback, useSyncExternalStore } from 'react'
import { isOneOf, isRecord, keysIn } from '@signet/contract/narrow'
import type { KeptSettings, SettingName, Settings } from './portal-sync.ts'
import { currentSession, subscribeSession } from './session-store.ts'

/*
 * The user's portal settings. This browser stores them per user, so that the first paint needs no call. The server stores them for the
 * person, and they are synchronised shortly after the first paint, when this doesn't delay anything (`portal-sync.ts`).
 */

const shipped: Settings = {
  density: 'comfortable',
  everySimilar: false,
  keysOff: false,
  keys: {},
  keepMessages: false,
  columns: {},
  defaultSource: null,
  defaultRange: null,
}

const keyPrefix = 'signet.portal.'
const syncAfterMs = 3000
const listeners = new Set<() => void>()
let owner = ''
let kept: KeptSettings = { values: {}, unsent: [] }

const settingNames = keysIn(shipped)
/** Settings of the shipped kinds; those without a default of their own are texts. */
const isSettings = (value: unknown): value is Partial<Settings> =>
  isRecord(value) &&
  settingNames.every((name) => value[name] == null || typeof value[name] === typeof (shipped[name] ?? ''))

const ownerNow = () => currentSession().user?.id ?? ''

function read(userId: string): KeptSettings {
  try {
    const text = userId && localStorage.getItem(keyPrefix + userId)
    const stored: unknown = text ? JSON.parse(text) : null
    if (isRecord(stored) && isSettings(stored['values']) && Array.isArray(stored['unsent']))
      return { values: stored['values'], unsent: stored['unsent'].filter((name) => isOneOf(settingNames, name)) }
  } catch {
    // Without storage, or with data of another version, the default settings apply until the server has responded.
  }
  return { values: {}, unsent: [] }
}

/** The stored settings of the user who is currently signed in. */
export function keptSettings(): KeptSettings {
  const userId = ownerNow()
  if (userId !== owner) {
    owner = userId
    kept = read(userId)
  }
  return kept
}

export function keepSettings(next: KeptSettings): void {
  keptSettings()
  kept = next
  try {
    localStorage.setItem(keyPrefix + owner, JSON.stringify(next))
  } catch {
    // Without storage, the settings last until the page is closed. The server stores them in any case.
  }
  for (const notify of listeners) notify()
}

const sync = () =>
  import('./portal-sync.ts').then(({ syncSettings }) => syncSettings({ read: keptSettings, keep: keepSettings }))

let isPlanned = false
function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  const stop = subscribeSession(listener)
  if (!isPlanned) {
    isPlanned = true
    setTimeout(() => void sync(), syncAfterMs)
    addEventListener('storage', ({ key }) => {
      if (key !== keyPrefix + owner) return
      kept = read(owner)
      for (const notify of listeners) notify()
    })
  }
  return () => {
    listeners.delete(listener)
    stop()
  }
}

/** The current value of a setting, for code outside components. */
export function portalSetting<N extends SettingName>(name: N): Settings[N] {
  return keptSettings().values[name] ?? shipped[name]
}

/** Changes settings at once here, and shortly afterwards on the server. */
export function changeSettings(changes: Partial<Settings>): void {
  const { values, unsent } = keptSettings()
  const names = keysIn(changes)
  keepSettings({ values: { ...values, ...changes }, unsent: [...new Set([...unsent, ...names])] })
  void sync()
}

/** A setting of the portal and a function that changes it: `const [density, setDensity] = usePortalSetting('density')`. */
export function usePortalSetting<N extends SettingName>(name: N): [Settings[N], (value: Settings[N]) => void] {
  const value = useSyncExternalStore(subscribe, () => portalSetting(name))
  const set = useCallback((next: Settings[N]) => changeSettings({ [name]: next }), [name])
  return [value, set]
}
