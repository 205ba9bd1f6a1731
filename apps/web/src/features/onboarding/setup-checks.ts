import type { Company } from '@signet/contract/onboarding'
import { isOpenScan, type Setup } from '@signet/contract/scans'
import { t } from './words.ts'
import { stepKeys, type StepKey } from './onboarding-search.ts'

/** One thing a company needs before its people can work. */
export interface SetupCheck {
  key: string
  /** Where it is set. */
  step: StepKey
  label: string
  /** Why it matters; shown while it is missing. */
  why: string
  isDone: boolean
  /** Works without it as well. */
  isOptional?: boolean
}

/** What is there and what is missing of a company, in the order of the steps. */
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

/** What is missing that the company cannot do without. */
export function missingOf(checks: readonly SetupCheck[]): SetupCheck[] {
  return checks.filter(({ isDone, isOptional }) => !isDone && !isOptional)
}

/**
 * Steps that are done: those whose checks all are. A step without a check works as it is, so it is done once somebody has
 * been through it, and when nothing the company needs is missing any more.
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
