import { can, type Role } from '@signet/contract/access/permissions'
import { archiveCompany, changeCompany, type Company } from '@signet/contract/companies/onboarding'
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { dateOnly } from '../../../format/time/date-time.ts'
import { zoneName } from '../../../format/names/places.ts'
import { useSwitchCompany } from '../../../navigation/switch-company.ts'
import { useUser } from '../../../session/use-session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../../ui/feedback/dialogs/confirm-dialog.tsx'
import { FailedParts, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormProblem, FormSection } from '../../../ui/forms/form-section.tsx'
import { snackbar } from '../../../ui/feedback/messages/toasts.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { stringifySearch } from '../../../url/search-params.ts'
import { t } from '../words.ts'
import { keepCompany, readSetup } from '../onboarding.api.ts'
import { missingOf, readinessOf } from '../setup-checks.ts'
import { useSetupChecks } from '../use-setup-checks.ts'
import { PromisedTimes } from './promised-times.tsx'
import type { StepProps } from './step-form.tsx'
import css from '../setup.module.css'
import { useAction } from '../../../ui/controls/use-action.ts'

/** The last step: what is set up, what is missing with links to it, and archiving the company. */
export function ReviewStep({ company, setup, onStep }: StepProps) {
  const open = useSwitchCompany()
  const { role } = useUser()
  const { checks, sources, sourceQueries } = useSetupChecks(company, setup)
  if (!company.isActive) return <Archived company={company} />
  if (!setup) return <Skeleton lines={8} />
  const missing = missingOf(checks)
  const readiness = readinessOf(checks)
  // The one thing to do next: what is missing, then the sources, then the work of the reviewers.
  const next = missing[0]?.key ?? (readiness === 'waitsForSources' ? 'sources' : 'queue')
  const { all, collecting } = sources ?? setup.sources
  const readyWords = { name: company.name, count: all - collecting, all }
  const kindOf = (key: string) => (key === next ? 'primary' : 'plain')
  return (
    <Stack>
      <FormSection
        title={
          missing.length > 0
            ? t('setupTasksLeft', { count: missing.length })
            : t(readiness === 'ready' ? 'companyReady' : 'companyWaitsForSources', readyWords)
        }
      >
        <Stack as="ul" gap={0} className={`${css.lines} ruled`}>
          {checks.map(({ key, step, label, why, isDone, without }) => (
            <li key={key}>
              <span
                className={`${css.check} middle`}
                data-done={isDone || undefined}
                data-optional={without === 'works' || undefined}
                aria-hidden="true"
              >
                {isDone ? (
                  <IconCheck size={15} stroke={2.2} />
                ) : without === 'works' ? (
                  <IconMinus size={15} stroke={1.7} />
                ) : (
                  <IconAlertTriangle size={15} stroke={1.7} />
                )}
              </span>
              <Stack as="span" gap={0} basis={200}>
                {label}
                <Text as="small" tone={!isDone && without === 'worksLess' ? 'caution' : undefined}>
                  {isDone ? t('done') : without === 'works' ? `${why} ${t('optional')}` : why}
                </Text>
              </Stack>
              {!isDone && (
                <Button
                  kind={missing.length > 0 ? kindOf(key) : 'plain'}
                  aria-label={`${t('setUp')}: ${label}`}
                  onClick={() => onStep(step)}
                >
                  {t('setUp')}
                </Button>
              )}
            </li>
          ))}
        </Stack>
        <FailedParts of={sourceQueries}>{t('sourceStatesFailed')}</FailedParts>
        <Inline wrap above={3}>
          <Button kind={kindOf('queue')} onClick={() => void open(company.key, queueOf(company, role))}>
            {t(can(role, 'qa:review') ? 'openQueue' : 'openCompanies')}
          </Button>
          <Button kind={kindOf('sources')} onClick={() => void open(company.key, '/settings?part=sources')}>
            {t('checkSources')}
          </Button>
          <Button onClick={() => void open(company.key, '/settings?part=review')}>{t('setReviewTimes')}</Button>
        </Inline>
      </FormSection>
      <FormSection title={t('summary')}>
        <dl className="facts">
          <dt>{t('brands')}</dt>
          <dd>
            {t('brandsCount', { count: setup.brands })}, {t('officialDomainsCount', { count: setup.officialDomains })}
          </dd>
          <dt>{t('protectedAppsPeople')}</dt>
          <dd>
            {t('appsCount', { count: setup.apps })}, {t('peopleCount', { count: setup.people })}
          </dd>
          <dt>{t('timeZone')}</dt>
          <dd>{zoneName(company.config.timeZone ?? 'UTC')}</dd>
          <dt>{t('clients')}</dt>
          <dd>{setup.clients}</dd>
          <dt>{t('reviewers')}</dt>
          <dd>{setup.reviewers}</dd>
          <dt>{t('signIn')}</dt>
          <dd>{setup.signIn ? t('identityProvider') : t('password')}</dd>
          <PromisedTimes company={company.key} />
          <dt>{t('customerSince')}</dt>
          <dd>{dateOnly(company.createdAt)}</dd>
        </dl>
      </FormSection>
      <Archive company={company} />
    </Stack>
  )
}

/** Where the findings of a company are before they are published: to decide on them, or for others how many wait. */
const queueOf = ({ name }: Company, role: Role): string =>
  can(role, 'qa:review') ? '/QA/dashboard' : `/admin/home${stringifySearch({ q: name })}`

function Archive({ company }: Pick<StepProps, 'company'>) {
  const [isConfirming, setIsConfirming] = useState(false)
  const { isBusy, problem, run } = useAction(
    async () => {
      setIsConfirming(false)
      const params = { company: company.key }
      await keepCompany(await call(archiveCompany, { params, body: { version: company.version } }))
      snackbar(t('companyArchived', { name: company.name }))
    },
    { isInline: true },
  )
  return (
    <FormSection title={t('archive')} hint={t('archiveHint')}>
      <FormProblem>{problem}</FormProblem>
      <Inline wrap>
        <Button kind="danger" isBusy={isBusy} onClick={() => setIsConfirming(true)}>
          {t('archiveCompany')}
        </Button>
      </Inline>
      {isConfirming && (
        <ConfirmDialog
          title={t('archiveTitle', { name: company.name })}
          text={t('archiveConsequence', { count: company.users, name: company.name })}
          confirmLabel={t('archiveCompany')}
          isDangerous
          onConfirm={run}
          onClose={() => setIsConfirming(false)}
        />
      )}
    </FormSection>
  )
}

function Archived({ company }: Pick<StepProps, 'company'>) {
  const { isBusy, problem, run } = useAction(
    async () => {
      const body = { isActive: true as const, version: company.version }
      await keepCompany(await call(changeCompany, { params: { company: company.key }, body }))
      await readSetup(company.key)
      snackbar(t('companyRestored', { name: company.name }))
    },
    { isInline: true },
  )
  return (
    <FormSection title={t('companyArchived', { name: company.name })} hint={t('archivedHint')}>
      <FormProblem>{problem}</FormProblem>
      <Inline wrap>
        <Button kind="primary" isBusy={isBusy} onClick={run}>
          {t('restoreCompany')}
        </Button>
      </Inline>
    </FormSection>
  )
}
