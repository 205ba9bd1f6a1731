import { IconArrowLeft, IconCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, type ComponentType } from 'react'
import { lazy } from '../../api/lazy.ts'
import { DataState, Skeleton } from '../../ui/feedback/data-state.tsx'
import { Chip } from '../../ui/feedback/status-chip.tsx'
import { Inline, Split, Stack, Text } from '../../ui/layout/parts.tsx'
import { t, type Word } from './words.ts'
import { CompanyStep, NewCompanyStep } from './steps/company-step.tsx'
import { stepKeys, type OnboardingSearch, type StepKey } from './onboarding-search.ts'
import type { StepProps } from './steps/step-form.tsx'
import { companyQuery, setupQuery } from './onboarding.api.ts'
import { doneSteps, missingOf } from './setup-checks.ts'
import { useSetupChecks } from './use-setup-checks.ts'
import css from './setup.module.css'
import { useSwitchCompany } from '../../navigation/switch-company.ts'
import { stringifySearch } from '../../url/search-params.ts'
import { searchOf } from '../../url/page-search.ts'

const titles: Readonly<Record<StepKey, Word>> = {
  company: 'company',
  logo: 'logo',
  assets: 'brandsAndAssets',
  ownSites: 'ownSites',
  rights: 'rights',
  sources: 'sources',
  modules: 'modulesAndPages',
  people: 'people',
  signIn: 'signInAndKeys',
  scan: 'firstScan',
  review: 'review',
}

const later: Readonly<Partial<Record<StepKey, ComponentType<StepProps>>>> = {
  logo: lazy(() => import('./steps/logo-step.tsx').then(({ LogoStep }) => ({ default: LogoStep }))),
  assets: lazy(() => import('./steps/assets-step.tsx').then(({ AssetsStep }) => ({ default: AssetsStep }))),
  ownSites: lazy(() => import('./steps/own-sites-step.tsx').then(({ OwnSitesStep }) => ({ default: OwnSitesStep }))),
  rights: lazy(() => import('./steps/rights-step.tsx').then(({ RightsStep }) => ({ default: RightsStep }))),
  sources: lazy(() => import('./steps/sources-step.tsx').then(({ SourcesStep }) => ({ default: SourcesStep }))),
  modules: lazy(() => import('./steps/modules-step.tsx').then(({ ModulesStep }) => ({ default: ModulesStep }))),
  people: lazy(() => import('./steps/people-step.tsx').then(({ PeopleStep }) => ({ default: PeopleStep }))),
  signIn: lazy(() => import('./steps/sign-in-step.tsx').then(({ SignInStep }) => ({ default: SignInStep }))),
  scan: lazy(() => import('./steps/scan-step.tsx').then(({ ScanStep }) => ({ default: ScanStep }))),
  review: lazy(() => import('./steps/review-step.tsx').then(({ ReviewStep }) => ({ default: ReviewStep }))),
}

interface SetupStepsProps {
  search: OnboardingSearch
  onChange: (changes: Partial<OnboardingSearch>) => void
}

/** The setup of a company: the list of steps next to the current one. */
export function SetupSteps({ search, onChange }: SetupStepsProps) {
  // The rest of the portal follows to a company that was just created.
  const open = useSwitchCompany()
  return search.company ? (
    <OfCompany company={search.company} step={search.step ?? 'review'} onChange={onChange} />
  ) : (
    <>
      <Head title={t('newCompany')} />
      <Split gap={6} align="start" tracks="220px minmax(0, 720px)" className={css.columns}>
        <StepList current="company" done={nothing} />
        <NewCompanyStep
          onAdded={(company) => void open(company, `/onboarding${stringifySearch({ company, step: 'logo' })}`)}
        />
      </Split>
    </>
  )
}

function OfCompany({
  company: key,
  step,
  onChange,
}: {
  company: string
  step: StepKey
  onChange: SetupStepsProps['onChange']
}) {
  const company = useQuery(companyQuery(key))
  // For an archived company only the last step is shown, and the server refuses calls for the others.
  const setup = useQuery({ ...setupQuery(key), enabled: company.data?.isActive === true })
  const place = useRef<HTMLDivElement>(null)
  const before = useRef(step)
  const goTo = (next: StepKey) => onChange({ step: next })
  // A new step starts at its top and is announced to screen readers.
  useEffect(() => {
    if (before.current === step) return
    before.current = step
    place.current?.focus()
    place.current?.scrollIntoView({ block: 'nearest' })
  }, [step])
  return (
    <DataState query={company} what={t('companyToLoad')} loading={<Skeleton lines={10} />}>
      {(about) => {
        const Later = about.isActive ? later[step] : later.review
        const parts: StepProps = {
          company: about,
          setup: setup.data ?? null,
          onNext: () => goTo(stepKeys[stepKeys.indexOf(step) + 1] ?? 'review'),
          onStep: goTo,
        }
        return (
          <>
            {about.isActive ? (
              // The selector names the company that the user works in, which may be another one.
              <Head title={t('settingUp', { name: about.name })} />
            ) : (
              <Head title={about.name} chip={<Chip tone="closed">{t('archived')}</Chip>} />
            )}
            <Split gap={6} align="start" tracks="220px minmax(0, 720px)" className={css.columns}>
              {about.isActive && <CheckedSteps company={about} setup={setup.data ?? null} current={step} />}
              <div ref={place} className={css.step} tabIndex={-1} role="group" aria-label={t(titles[step])}>
                <Suspense fallback={<Skeleton lines={10} />}>
                  {Later ? <Later key={step} {...parts} /> : <CompanyStep {...parts} />}
                </Suspense>
              </div>
            </Split>
          </>
        )
      }}
    </DataState>
  )
}

function Head({ title, chip }: { title: string; chip?: React.ReactNode }) {
  return (
    <Inline gap={3} wrap below={4}>
      <Link to="/onboarding" search={{}} activeOptions={{ exact: true }} className={`${css.back} way-link`}>
        <IconArrowLeft size={16} stroke={1.7} aria-hidden="true" />
        {t('allCompanies')}
      </Link>
      <Text as="h2" size="object">
        {title}
      </Text>
      {chip}
    </Inline>
  )
}

const nothing: ReadonlySet<StepKey> = new Set()

/** The steps of an active company with what is completed and what is missing. */
function CheckedSteps({ company, setup, current }: Pick<StepProps, 'company' | 'setup'> & { current: StepKey }) {
  const { checks } = useSetupChecks(company, setup)
  return (
    <StepList
      company={company.key}
      current={current}
      done={doneSteps(checks)}
      missing={new Set(missingOf(checks).map((one) => one.step))}
    />
  )
}

function StepList({
  company,
  current,
  done,
  missing = nothing,
}: {
  /** Without a company only the first step is available. */
  company?: string
  current: StepKey
  done: ReadonlySet<StepKey>
  missing?: ReadonlySet<StepKey>
}) {
  const list = useRef<HTMLOListElement>(null)
  // What is missing is known later and makes the row of the phone longer, which moves the current step.
  const widths = [...missing].join(' ')
  useEffect(() => {
    list.current?.querySelector(`[data-step=${current}]`)?.scrollIntoView({ block: 'nearest', inline: 'center' })
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [current, widths])
  return (
    <nav className={`${css.steps} beside`} data-new={company ? undefined : true} aria-label={t('setupSteps')}>
      <Stack as="ol" gap="half" ref={list}>
        {stepKeys.map((step, index) => {
          const inside = (
            <>
              <span className={`${css.mark} middle`} data-done={done.has(step) || undefined} aria-hidden="true">
                {done.has(step) ? <IconCheck size={14} stroke={2.2} /> : index + 1}
              </span>
              <span>{t(titles[step])}</span>
              {missing.has(step) && (
                <Text as="small" push tone="caution">
                  {t('missing')}
                </Text>
              )}
            </>
          )
          return (
            <li key={step} data-step={step}>
              {company ? (
                <Link
                  to="."
                  search={searchOf({ company, step } satisfies OnboardingSearch)}
                  aria-current={step === current ? 'step' : undefined}
                  className={`${css.stepLink} option`}
                >
                  {inside}
                </Link>
              ) : (
                <span
                  className={`${css.stepLink} option`}
                  aria-current={step === current ? 'step' : undefined}
                  data-later={step !== current || undefined}
                >
                  {inside}
                </span>
              )}
            </li>
          )
        })}
      </Stack>
    </nav>
  )
}
