import { getPreferences, putPreferences } from '@signet/contract/access/account'
import type { PortalSettings } from '@signet/contract/companies/portal-settings'
import { isOneOf } from '@signet/contract/narrow'
import { call } from '../api/call.ts'
import { currentSession } from './session-store.ts'

/** All but the theme, which is in the session, because it applies to the first paint. */
type Synced = Omit<PortalSettings, 'theme'>
export type Settings = { [N in keyof Synced]-?: Exclude<Synced[N], undefined> }
export type SettingName = keyof Settings

/** The data stored in this browser: the settings, and the names of those that the server doesn't have yet. */
export interface KeptSettings {
  values: { [N in SettingName]?: Settings[N] | undefined }
  unsent: SettingName[]
}

/** Where this browser stores the settings. */
interface Store {
  read: () => KeptSettings
  keep: (settings: KeptSettings) => void
}

/** Long enough to wait until a user has finished dragging the edge of a column. */
const settleMs = 600
/** The user whose settings have been loaded from the server since the page load. */
let readFor = ''
let running: Promise<void> | null = null

const only = (values: PortalSettings, names: readonly SettingName[]): PortalSettings =>
  Object.fromEntries(Object.entries(values).filter(([name]) => isOneOf(names, name)))

/** Sends the settings that the server doesn't have yet, then loads those from other devices, once per page load. */
export function syncSettings(store: Store): Promise<void> {
  running ??= settle(store)
    .catch(() => undefined) // Unsent changes stay marked and are sent with the next change or page load.
    .finally(() => {
      running = null
    })
  return running
}

async function settle(store: Store): Promise<void> {
  const userId = currentSession().user?.id
  if (!userId) return
  await new Promise((done) => setTimeout(done, settleMs))
  for (;;) {
    const { values, unsent } = store.read()
    const isUnread = readFor !== userId
    if (currentSession().user?.id !== userId || (unsent.length === 0 && !isUnread)) return
    const { portal } =
      unsent.length > 0
        ? await call(putPreferences, { body: { portal: only(values, unsent) } })
        : await call(getPreferences, {})
    if (currentSession().user?.id !== userId) return
    readFor = userId
    accept(store, portal, values, unsent)
  }
}

/** Applies the settings of the server, except those that were changed here after they were sent. */
function accept(store: Store, portal: PortalSettings, sent: PortalSettings, names: readonly SettingName[]): void {
  const now = store.read()
  const unsent = now.unsent.filter((name) => !names.includes(name) || now.values[name] !== sent[name])
  const values = { ...portal, ...only(now.values, unsent) }
  if (unsent.length === now.unsent.length && JSON.stringify(values) === JSON.stringify(now.values)) return
  store.keep({ values, unsent })
}
