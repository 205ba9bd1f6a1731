import { can } from '@signet/contract/permissions'
import type { SessionUser } from '@signet/contract/session'
import { useSyncExternalStore } from 'react'
import { keepForTab, ofTab } from './tab-storage.ts'
import { currentSession, subscribeSession } from './session-store.ts'

/*
 * The company in force. People with the selector choose it; the choice lives in session storage, so two tabs may work on
 * two companies. Everybody else works on their own.
 */

const choiceKey = 'signet.company'
const recentKey = 'signet.recentCompanies'
const recentMax = 5
const listeners = new Set<() => void>()

/** The company a user works on: the choice, else the first admin company, else their own. */
export function companyOf(user: SessionUser, choice: string | null): string {
  const fallback = user.adminCompanies[0] ?? user.company
  return choice && can(user.role, 'company:choose') ? choice : fallback
}

export function currentCompany(): string {
  const { user } = currentSession()
  return user ? companyOf(user, ofTab(choiceKey)) : ''
}

/** The companies chosen last in this tab, newest first. */
export function recentCompanies(): string[] {
  return (ofTab(recentKey) ?? '').split('\n').filter(Boolean)
}

/** Keeps a choice; null goes back to the default. */
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

/** The key of the company in force. */
export function useCompany(): string {
  return useSyncExternalStore(subscribe, currentCompany)
}
