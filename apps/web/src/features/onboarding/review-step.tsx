import { archiveCompany, changeCompany } from '@signet/contract/onboarding'
import { IconAlertTriangle, IconCheck, IconMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { problemsOf } from '../../api/field-problems.ts'
import { dateOnly } from '../../format/date-time.ts'
import { zoneName } from '../../format/places.ts'
import { Button } from '../../ui/controls/button.tsx'
import { ConfirmDialog } from '../../ui/feedback/confirm-dialog.tsx'
import { Skeleton } from '../../ui/feedback/data-state.tsx'
import { FormProblem, FormSection } from '../../ui/forms/form-section.tsx'
import { snackbar } from '../../ui/feedback/toasts.ts'
import { Inline, Stack } from '../../ui/layout/parts.tsx'
import { plural, t } from '../../words/words.ts'
import { keepCompany, readSetup } from './onboarding.api.ts'
import { missingOf, setupChecks } from './setup-checks.ts'
import type { StepProps } from './step-form.tsx'
import css from './setup.module.css'

/** Is it ready? What is there, what is missing with the way to it, and the end of a company. */
export function ReviewStep({ company, setup, onStep }: StepProps) {
  if (!company.isActive) return <Archived company={company} />
  if (!setup) return <Skeleton lines={8} />
  const checks = setupChecks(company, setup)
  const missing = missingOf(checks)
  return (
    <div className={css.stack}>
      <FormSection
        title={
          missing.length === 0
            ? t('{name} is ready', { name: company.name })
            : plural(missing.length, '{n} thing is missing', '{n} things are missing')
        }
      >
        <Stack as="ul" gap={0} className={`${css.lines} ruled`}>
          {checks.map(({ key, step, label, why, isDone, isOptional }) => (
            <li key={key}>
              <span
                className={css.check}
                data-done={isDone || undefined}
                data-optional={isOptional || undefined}
                aria-hidden="true"
              >
                {isDone ? (
                  <IconCheck size={15} stroke={2.2} />
                ) : isOptional ? (
                  <IconMinus size={15} stroke={1.7} />
                ) : (
                  <IconAlertTriangle size={15} stroke={1.7} />
                )}
              </span>
              <Stack as="span" gap={0} className={css.words}>
                {label}
                <small>{isDone ? t('Done') : isOptional ? `${why} ${t('It is not needed.')}` : why}</small>
              </Stack>
              {!isDone && (
                <Button aria-label={`${t('Set up')}: ${label}`} onClick={() => onStep(step)}>
                  {t('Set up')}
                </Button>
              )}
            </li>
          ))}
        </Stack>
      </FormSection>
      <FormSection title={t('At a glance')}>
        <dl className="facts">
          <dt>{t('Brands')}</dt>
          <dd>
            {plural(setup.brands, '{n} brand', '{n} brands')},{' '}
            {plural(setup.officialDomains, '{n} official domain', '{n} official domains')}
          </dd>
          <dt>{t('Apps and people protected')}</dt>
          <dd>
            {plural(setup.apps, '{n} app', '{n} apps')}, {plural(setup.people, '{n} person', '{n} people')}
          </dd>
          <dt>{t('Time zone')}</dt>
          <dd>{zoneName(company.config.timeZone ?? 'UTC')}</dd>
          <dt>{t('Clients')}</dt>
          <dd>{setup.clients}</dd>
          <dt>{t('Reviewers')}</dt>
          <dd>{setup.reviewers}</dd>
          <dt>{t('Sign-in')}</dt>
          <dd>{setup.signIn ? t('By the company’s identity provider') : t('With passwords')}</dd>
          <dt>{t('Customer since')}</dt>
          <dd>{dateOnly(company.createdAt)}</dd>
        </dl>
      </FormSection>
      <Archive company={company} />
    </div>
  )
}

function Archive({ company }: Pick<StepProps, 'company'>) {
  const [isAsked, setIsAsked] = useState(false)
  const { isBusy, problem, run } = useChange()
  const archive = async () => {
    setIsAsked(false)
    await run(async () => {
      const params = { company: company.key }
      await keepCompany(await call(archiveCompany, { params, body: { version: company.version } }))
      snackbar(t('{name} is archived', { name: company.name }))
    })
  }
  return (
    <FormSection
      title={t('Archive')}
      hint={t('Its people are signed out at once and nothing is scanned for it. Nothing is deleted; it can come back.')}
    >
      <FormProblem>{problem}</FormProblem>
      <Inline wrap>
        <Button kind="danger" isBusy={isBusy} onClick={() => setIsAsked(true)}>
          {t('Archive company')}
        </Button>
      </Inline>
      {isAsked && (
        <ConfirmDialog
          title={t('Archive {name}?', { name: company.name })}
          text={plural(
            company.users,
            'One person of {name} is signed out at once and cannot sign in again until it comes back.',
            '{n} people of {name} are signed out at once and cannot sign in again until it comes back.',
            { name: company.name },
          )}
          confirmLabel={t('Archive company')}
          isDangerous
          onConfirm={() => void archive()}
          onClose={() => setIsAsked(false)}
        />
      )}
    </FormSection>
  )
}

function Archived({ company }: Pick<StepProps, 'company'>) {
  const { isBusy, problem, run } = useChange()
  const restore = () =>
    run(async () => {
      const body = { isActive: true as const, version: company.version }
      await keepCompany(await call(changeCompany, { params: { company: company.key }, body }))
      await readSetup(company.key)
      snackbar(t('{name} is back', { name: company.name }))
    })
  return (
    <FormSection
      title={t('{name} is archived', { name: company.name })}
      hint={t('Its people cannot sign in, and nothing is scanned for it. All of its data is kept.')}
    >
      <FormProblem>{problem}</FormProblem>
      <Inline wrap>
        <Button kind="primary" isBusy={isBusy} onClick={() => void restore()}>
          {t('Take out of the archive')}
        </Button>
      </Inline>
    </FormSection>
  )
}

/** Runs one change at a time and keeps why it was refused. */
function useChange() {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const run = async (change: () => Promise<void>) => {
    setIsBusy(true)
    setProblem(null)
    try {
      await change()
    } catch (error) {
      setProblem(problemsOf(error, []).form)
    } finally {
      setIsBusy(false)
    }
  }
  return { isBusy, problem, run }
}
