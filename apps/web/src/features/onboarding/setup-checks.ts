import type { Company } from '@signet/contract/companies/onboarding'
import { isOpenScan, type Setup } from '@signet/contract/collection/scans'
import { t } from './words.ts'
import { stepKeys, type StepKey } from './onboarding-search.ts'

/** One thing that a company needs before its people can start working. */
export interface SetupCheck {
  key: string
  /** The step where it is set. */
  step: StepKey
  label: string
  /** Why it matters; shown while it is missing. */
  why: string
  isDone: boolean
  /** Whether the company also works without it. */
  isOptional?: boolean
}

/** What a company has and what is missing, in the order of the steps. */
export function setupChecks(company: Pick<Company, 'logo'>, setup: Setup): SetupCheck[] {
  return [
    {
      key: 'logo',
      step: 'logo',
      label: t('logo'),
      why: t('logoMissing'),
      isDone: company.logo !== null,
      isOptional: true,
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
    {
      key: 'trademarks',
      step: 'rights',
      label: t('trademarks'),
      why: t('trademarksMissing'),
      isDone: setup.trademarks > 0,
      isOptional: true,
    },
    {
      key: 'authorisation',
      step: 'rights',
      label: t('authorisation'),
      why: t('authorisationMissing'),
      isDone: setup.isAuthorised,
      isOptional: true,
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
      key: 'scan',
      step: 'scan',
      label: t('firstScan'),
      why: t('scanMissing'),
      isDone:
        setup.hasThreats || setup.lastScan?.state === 'done' || (setup.lastScan ? isOpenScan(setup.lastScan) : false),
    },
  ]
}

/** The missing checks that aren't optional. */
export function missingOf(checks: readonly SetupCheck[]): SetupCheck[] {
  return checks.filter(({ isDone, isOptional }) => !isDone && !isOptional)
}

/**
 * The completed steps: those whose checks are all met. A step without checks works with its defaults, so it is completed once the user has
 * visited it, and when nothing that the company needs is missing.
 */
export function doneSteps(checks: readonly SetupCheck[], passed: ReadonlySet<StepKey>): Set<StepKey> {
  const isReady = checks.length > 0 && missingOf(checks).length === 0
  return new Set(
    stepKeys.filter((step) => {
      const own = checks.filter((check) => check.step === step)
      return own.length > 0 ? own.every(({ isDone }) => isDone) : step === 'company' || isReady || passed.has(step)
    }),
  )
}
