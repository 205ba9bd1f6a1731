import { abuseReportServices } from '@signet/contract/takedowns/abuse-report-services'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { AreaField, SelectField } from '../../../ui/forms/field.tsx'
import { Card, Text } from '../../../ui/layout/parts.tsx'
import { t } from '../words.ts'
import type { NoticeForm } from './use-notice-form.ts'

/** A report for the API of a service: which one, and why the target is reported. */
export function ServiceFields({ form, draft, text }: NoticeForm) {
  return (
    <DataState query={draft} what={t('theNotice')} loading={<Skeleton lines={8} />}>
      {(known) =>
        known.services.length === 0 ? (
          <Card as="p" kind="note">
            {t('servicesNone')}
          </Card>
        ) : (
          <>
            <SelectField
              label={t('service')}
              none={['', t('none')]}
              all={known.services}
              labelOf={(one) => abuseReportServices[one].label}
              {...form.field('service')}
              onChange={(service) =>
                form.set({ service, ...(service === '' ? {} : { channel: abuseReportServices[service].channel }) })
              }
            />
            <AreaField
              label={t('text')}
              hint={t('serviceTextHint')}
              rows={10}
              maxLength={20_000}
              {...form.field('text')}
              value={text}
            />
            <Text as="p" tone="quiet">
              {t(known.sending === 'on' ? 'sendingApiOn' : 'sending.off')}
            </Text>
          </>
        )
      }
    </DataState>
  )
}
