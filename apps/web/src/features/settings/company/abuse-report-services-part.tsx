import {
  deleteAbuseReportAccount,
  listAbuseReportAccounts,
  putAbuseReportAccount,
  abuseReportServices,
  testAbuseReportAccount,
  type AbuseReportAccount,
} from '@signet/contract/takedowns/abuse-report-services'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { useCompany } from '../../../session/company.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { useAction } from '../../../ui/controls/use-action.ts'
import { DataState, Skeleton } from '../../../ui/feedback/data-state.tsx'
import { FormDialog } from '../../../ui/feedback/dialogs/form-dialog.tsx'
import { toast } from '../../../ui/feedback/messages/toasts.ts'
import { InputField } from '../../../ui/forms/field.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { useForm } from '../../../ui/forms/use-form.ts'
import { Inline, Stack, Text } from '../../../ui/layout/parts.tsx'
import { TimeAgo } from '../../../ui/text/time-text.tsx'
import { sentenceOf } from '../../../words/messages.ts'
import { t } from '../words.ts'

const accountsKey = (company: string) => [company, 'settings', 'abuseReportAccounts'] as const
/** A test takes a few seconds. */
const readAgainMs = 5_000

/** The accounts of the company with the services that take abuse reports through an API. */
export function ServicesPart() {
  const company = useCompany()
  const client = useQueryClient()
  const [edited, setEdited] = useState<AbuseReportAccount | null>(null)
  const accounts = useQuery({
    queryKey: accountsKey(company),
    refetchInterval: readAgainMs,
    queryFn: ({ signal }) => call(listAbuseReportAccounts, { query: { company }, signal }),
  })
  const keep = (all: AbuseReportAccount[]) => client.setQueryData(accountsKey(company), all)
  return (
    <FormSection title={t('abuseReportServices')} hint={t('abuseReportServicesHint')}>
      <DataState query={accounts} what={t('abuseReportServicesToLoad')} loading={<Skeleton lines={8} />}>
        {(all) => (
          <ul className="ruled flush">
            {all.map((account) => (
              <Service key={account.service} account={account} onEdit={() => setEdited(account)} onChanged={keep} />
            ))}
          </ul>
        )}
      </DataState>
      {edited && <AccountDialog account={edited} onSaved={keep} onClose={() => setEdited(null)} />}
    </FormSection>
  )
}

function Service({
  account: { service, isSetUp, test },
  onEdit,
  onChanged,
}: {
  account: AbuseReportAccount
  onEdit: () => void
  onChanged: (all: AbuseReportAccount[]) => void
}) {
  const company = useCompany()
  const { label: name, hasKey } = abuseReportServices[service]
  const to = { params: { service }, query: { company } }
  const { isBusy, run } = useAction(async (change: () => Promise<AbuseReportAccount[]>) => onChanged(await change()))
  return (
    <Inline as="li" gap={1} wrap>
      <Stack as="span" gap="half" grow>
        <Text as="strong" weight="medium">
          {name}
        </Text>
        <small>{t(hasKey ? (isSetUp ? 'serviceSetUp' : 'serviceNotSetUp') : 'serviceReady')}</small>
        {test && (
          <small>
            {test.problem === null ? t('serviceAccepted') : t('serviceFailed', { problem: sentenceOf(test.problem) })},{' '}
            <TimeAgo isWithin at={test.at} />
          </small>
        )}
      </Stack>
      {hasKey && (
        <>
          <Button kind="quiet" aria-label={t('setAccountOf', { name })} onClick={onEdit}>
            {t('setAccount')}
          </Button>
          {isSetUp && (
            <>
              <Button
                kind="quiet"
                aria-label={t('testAccountOf', { name })}
                isBusy={isBusy}
                onClick={() =>
                  run(async () => {
                    const all = await call(testAbuseReportAccount, to)
                    toast(t('testStarted'))
                    return all
                  })
                }
              >
                {t('testAccount')}
              </Button>
              <Button
                kind="quiet"
                aria-label={t('deleteAccountOf', { name })}
                isBusy={isBusy}
                onClick={() => run(() => call(deleteAbuseReportAccount, to))}
              >
                {t('deleteAccount')}
              </Button>
            </>
          )}
        </>
      )}
    </Inline>
  )
}

function AccountDialog({
  account: { service, account, isSetUp },
  onSaved,
  onClose,
}: {
  account: AbuseReportAccount
  onSaved: (all: AbuseReportAccount[]) => void
  onClose: () => void
}) {
  const company = useCompany()
  const { label: name, hasAccount } = abuseReportServices[service]
  const form = useForm({
    initial: { account, key: '' },
    save: async (values) => {
      const body = { account: values.account, ...(values.key === '' ? {} : { key: values.key }) }
      onSaved(await call(putAbuseReportAccount, { params: { service }, query: { company }, body }))
      toast(t('saved'))
      onClose()
    },
  })
  return (
    <FormDialog form={form} title={name} submitLabel={t('save')} onClose={onClose}>
      {hasAccount && <InputField label={t('serviceAccount')} maxLength={200} {...form.field('account')} />}
      <InputField
        label={t('serviceKey')}
        hint={isSetUp ? t('serviceKeyHint') : undefined}
        type="password"
        autoComplete="off"
        maxLength={500}
        {...form.field('key')}
      />
    </FormDialog>
  )
}
