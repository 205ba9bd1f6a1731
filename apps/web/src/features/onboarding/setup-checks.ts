import type { Company } from '@signet/contract/companies/onboarding'
import { isOpenScan, type Setup } from '@signet/contract/collection/scans'
import { t } from './words.ts'
import { stepKeys, type StepKey } from './onboarding-search.ts'
import { areFewCollecting, type SourceFigures } from './steps/source-state.ts'

/** One thing that a company needs before its people can start working. */
export interface SetupCheck {
  key: string
  /** The step where it is set. */
  step: StepKey
  label: string
  /** Why it matters; shown while it is missing. */
  why: string
  isDone: boolean
  /** Whether the company also works without it, though less well if it is recommended. */
  without?: 'works' | 'worksLess'
}

/** What is known about a company in addition to its setup, once it is loaded. */
export interface MoreKnown {
  /** Whether its own sites have been searched. */
  areSitesSearched?: boolean | undefined
  /** What the sources wait for. */
  sources?: SourceFigures | undefined
}

/** What a company has and what is missing, in the order of the steps. What isn't known is left out. */
export function setupChecks(
  company: Pick<Company, 'logo'>,
  setup: Setup,
  { areSitesSearched, sources: waiting }: MoreKnown = {},
): SetupCheck[] {
  const sources = waiting ?? setup.sources
  const checks: (SetupCheck | false | undefined)[] = [
    {
      key: 'logo',
      step: 'logo',
      label: t('logo'),
      why: t('logoMissing'),
      isDone: company.logo !== null,
      without: 'works',
    },
    {
      key: 'brands',
      step: 'assets',
      label: t('brands'),
      why: t('brandMissing'),
      isDone: setup.brands > 0,
    },
    {
      key: 'official',
      step: 'assets',
      label: t('officialDomains'),
      why: t('officialDomainsMissing'),
      isDone: setup.officialDomains > 0,
    },
    areSitesSearched !== undefined && {
      key: 'ownSites',
      step: 'ownSites',
      label: t('ownSites'),
      why: t('ownSitesMissing'),
      isDone: areSitesSearched,
      without: 'works',
    },
    {
      key: 'trademarks',
      step: 'rights',
      label: t('trademarks'),
      why: t('trademarksMissing'),
      isDone: setup.trademarks > 0,
      without: 'worksLess',
    },
    {
      key: 'authorisation',
      step: 'rights',
      label: t('authorisation'),
      why: t('authorisationMissing'),
      isDone: setup.isAuthorised,
      without: 'worksLess',
    },
    {
      key: 'sources',
      step: 'sources',
      label: t('sourcesCollecting', { count: sources.collecting, all: sources.all }),
      why: waiting ? waitOf(waiting) : '',
      isDone: !areFewCollecting(sources),
      without: 'worksLess',
    },
    {
      key: 'clients',
      step: 'people',
      label: t('clients'),
      why: t('clientsMissing'),
      isDone: setup.clients > 0,
    },
    {
      key: 'reviewers',
      step: 'people',
      label: t('reviewers'),
      why: t('reviewersMissing'),
      isDone: setup.reviewers > 0,
    },
    {
      key: 'signIn',
      step: 'signIn',
      label: t('singleSignOn'),
      why: t('singleSignOnMissing'),
      isDone: setup.signIn !== null,
      without: 'works',
    },
    {
      key: 'scan',
      step: 'scan',
      label: t('firstScan'),
      why: t('scanMissing'),
      isDone:
        setup.hasThreats || setup.lastScan?.state === 'done' || (setup.lastScan ? isOpenScan(setup.lastScan) : false),
    },
  ]
  return checks.filter((check) => typeof check === 'object')
}

/** What the sources that don't collect wait for. */
function waitOf({ needKey, canBeOn, stopped, importOnly }: SourceFigures): string {
  return [
    needKey > 0 && t('sourcesNeedKey', { count: needKey }),
    canBeOn > 0 && t('sourcesCanBeOn', { count: canBeOn }),
    stopped > 0 && t('sourcesStopped', { count: stopped }),
    importOnly > 0 && t('sourcesImportOnly', { count: importOnly }),
  ]
    .filter(Boolean)
    .join(' ')
}

/** The missing checks without which the company doesn't work. */
export function missingOf(checks: readonly SetupCheck[]): SetupCheck[] {
  return checks.filter(({ isDone, without }) => !isDone && !without)
}

/** How far a company is: it isn't ready while most of its sources collect nothing, even if its people could start. */
export function readinessOf(checks: readonly SetupCheck[]): 'missing' | 'waitsForSources' | 'ready' {
  if (missingOf(checks).length > 0) return 'missing'
  return checks.some(({ key, isDone }) => key === 'sources' && !isDone) ? 'waitsForSources' : 'ready'
}

/**
 * The completed steps: those whose checks are all met, whether or not the user has visited them. A step that has nothing to check is never
 * completed, except the first, which creates the company.
 */
export function doneSteps(checks: readonly SetupCheck[]): Set<StepKey> {
  return new Set(
    stepKeys.filter((step) => {
      const own = checks.filter((check) => check.step === step)
      return own.length > 0 ? own.every(({ isDone }) => isDone) : step === 'company'
    }),
  )
}
