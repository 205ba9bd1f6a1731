import { can } from '@signet/contract/access/permissions'
import type { SessionUser } from '@signet/contract/access/session'
import { useSyncExternalStore } from 'react'
import { keepForTab, ofTab } from './tab-storage.ts'
import { currentSession, subscribeSession } from './session-store.ts'

/*
 * The current company. Users with the company selector choose it. The choice is kept in session storage, so that two tabs can show two
 * companies. All other users work in their own company.
 */

const choiceKey = 'signet.company'
const recentKey = 'signet.recentCompanies'
const recentMax = 5
const listeners = new Set<() => void>()

/** The company a user works in: the choice if it is one of theirs, else the first of their assigned companies, else their own. */
export function companyOf(user: SessionUser, choice: string | null): string {
  const own = [...user.adminCompanies, user.company]
  // A super admin works for every company, also for one that was added since the session was loaded.
  const isOwn = choice && (user.role === 'superAdmin' || (can(user.role, 'company:choose') && own.includes(choice)))
  return (isOwn && choice) || own[0] || ''
}

export function currentCompany(): string {
  const { user } = currentSession()
  return user ? companyOf(user, ofTab(choiceKey)) : ''
}

/** The companies last selected in this tab, newest first. */
export function recentCompanies(): string[] {
  return (ofTab(recentKey) ?? '').split('\n').filter(Boolean)
}

/** Stores a choice; null restores the default. */
export function chooseCompany(company: string | null): void {
  keepForTab(choiceKey, company)
  if (company) {
    const others = recentCompanies().filter((other) => other !== company)
    keepForTab(recentKey, [company, ...others].slice(0, recentMax).join('\n'))
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const stop = subscribeSession(listener)
  listeners.add(listener)
  return () => {
    stop()
    listeners.delete(listener)
  }
}

/** The key of the current company. */
export function useCompany(): string {
  return useSyncExternalStore(subscribe, currentCompany)
}
