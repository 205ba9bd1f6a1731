import { testSso, type SsoCheck } from '@signet/contract/access/sso'
import { call } from '../../../../api/call.ts'
import { Button } from '../../../../ui/controls/button.tsx'
import { Chip } from '../../../../ui/feedback/status-chip.tsx'
import { FormSection } from '../../../../ui/forms/form-section.tsx'
import { Inline, Stack } from '../../../../ui/layout/parts.tsx'
import { sentenceOf } from '../../../../words/messages.ts'
import css from '../../setup.module.css'
import { t } from '../../words.ts'

export type TestResults = Awaited<ReturnType<typeof testConnection>>
/** Tests the saved settings. */
export const testConnection = (company: string) => call(testSso, { params: { company } })

const checkNames = {
  discovery: 'checkDiscovery',
  keys: 'checkKeys',
  client: 'checkClient',
  certificate: 'checkCertificate',
  signInPage: 'checkSignInPage',
} as const satisfies Record<SsoCheck, string>

/** The button that tests the connection to the identity provider, and the result of each check. */
export function ConnectionTest({
  results,
  isChanged,
  isBusy,
  onTest,
}: {
  results: TestResults | null
  /** Whether the settings have to be saved first. */
  isChanged: boolean
  isBusy: boolean
  onTest: () => void
}) {
  return (
    <FormSection title={t('connection')} hint={t('connectionHint')}>
      <div role="status">
        {results && (
          <Stack as="ul" gap={0} className={`${css.lines} ruled`}>
            {results.map(({ check, problem }) => (
              <li key={check}>
                <Stack as="span" gap={0} basis={200}>
                  {t(checkNames[check])}
                  {problem && <small>{sentenceOf(problem)}</small>}
                </Stack>
                <Chip tone={problem ? 'stopped' : 'good'}>{problem ? t('failed') : t('ok')}</Chip>
              </li>
            ))}
          </Stack>
        )}
      </div>
      <Inline wrap>
        <Button isBusy={isBusy} onClick={onTest}>
          {isChanged ? t('saveAndTest') : t('testConnection')}
        </Button>
      </Inline>
    </FormSection>
  )
}
