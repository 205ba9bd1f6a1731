import type { NoticeDraft } from '@signet/contract/takedowns/takedown-work'
import { reportServices, type ReportServiceName } from '@signet/contract/takedowns/report-services'
import { AreaField, SelectField } from '../../ui/forms/field.tsx'
import { Card, Text } from '../../ui/layout/parts.tsx'
import { t } from './words.ts'

/** A report for the API of a service: which one, and why the target is reported. */
export function ServiceFields({
  known,
  service,
  text,
}: {
  known: NoticeDraft
  service: {
    value: ReportServiceName | ''
    problem: string | undefined
    onChange: (service: ReportServiceName | '') => void
  }
  text: { value: string; problem: string | undefined; onChange: (text: string) => void }
}) {
  if (known.services.length === 0)
    return (
      <Card as="p" kind="note">
        {t('servicesNone')}
      </Card>
    )
  return (
    <>
      <SelectField
        label={t('service')}
        none={t('none')}
        all={known.services}
        labelOf={(one) => reportServices[one].label}
        {...service}
      />
      <AreaField label={t('text')} hint={t('serviceTextHint')} rows={10} maxLength={20_000} {...text} />
      <Text as="p" tone="quiet">
        {t(known.sending === 'on' ? 'sendingApiOn' : 'sending.off')}
      </Text>
    </>
  )
}
